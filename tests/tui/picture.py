#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""picture.py BUILD FILE.png - draw a real screen of the browser with Chromium"""
import html
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from vt import Terminal  # noqa: E402

COLS, ROWS = 96, 22
build, out = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
pdata = os.path.join(build, "pdata")


def css(style):
    numbers = [int(n or 0) for n in style.split(";")] if style else [0]
    colours = {"color": "#d8d8d8", "background": "#101418"}
    text = ""
    for name, code in (("color", "38"), ("background", "48")):
        m = re.search(rf"(?:^|;){code};2;(\d+);(\d+);(\d+)", style)
        if m:
            colours[name] = f"rgb({m.group(1)},{m.group(2)},{m.group(3)})"
    if 1 in numbers[:4]:
        text += "font-weight:bold;"
    return text + "".join(f"{k}:{v};" for k, v in colours.items())


def page(screen):
    lines = []
    for y in range(screen.rows):
        spans, last = [], None
        for x in range(screen.cols):
            style = css(screen.styles[y][x])
            if style != last:
                spans.append(f'</span><span style="{style}">')
                last = style
            spans.append(html.escape(screen.cells[y][x]))
        lines.append("<span>" + "".join(spans) + "</span>")
    return ('<meta charset="utf-8"><body style="margin:0;background:#101418"><pre style="margin:6px;font:14px/17px '
            'DejaVu Sans Mono">' + "\n".join(lines) + "</pre>")


with tempfile.TemporaryDirectory() as tmp:
    subprocess.run([pdata, "record", "-q", "-g", "-F", "1999", "-e", "cpu-clock", "-o", "run.data",
                    os.path.join(build, "tests/demo/workload")], cwd=tmp, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    t = Terminal([pdata, "report", "-i", "run.data"], COLS, ROWS, {"COLORTERM": "truecolor"}, tmp)
    t.wait(lambda lines: "h: help" in lines[-1], 60)
    t.key("+\x1b[B+")
    t.key("T")
    t.wait("begin")
    t.key("." * 20 + "[" + "." * 40)
    with open(os.path.join(tmp, "screen.html"), "w", encoding="utf-8") as f:
        f.write(page(t.screen))
    t.key("q")
    t.end()
    t.close()
    subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                    f"--window-size={COLS * 8 + 60},{ROWS * 17 + 12}", f"--screenshot={out}",
                    "file://" + os.path.join(tmp, "screen.html")], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
