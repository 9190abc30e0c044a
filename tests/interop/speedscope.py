# SPDX-License-Identifier: BSD-2-Clause
"""speedscope.py page NAME TEXT >LOCAL.js - a script that speedscope's page runs as its local profile: it loads TEXT
as a file called NAME, asks for it again with the Export button, and puts the answer into the page

speedscope.py check TEXT PAGE - is the page's profile what the text holds?

speedscope has a profile for each thread, with the samples of the first event that is named. It exports when frames are
entered and left, in seconds since the thread's first sample; a sample reaches half-way to its neighbours.
"""
import base64
import html
import json
import re
import sys

HEAD = re.compile(r"^(\S.+?)\s+(\d+)(?:/?(\d+))?\s+")
TIME = re.compile(r"\s+(\d+\.\d+):\s+")
EVENT = re.compile(r"(\S+):\s*$")
FRAME = re.compile(r"^\s*(\w+)\s*(.+) \((\S*)\)")

PAGE = """
const plainBlob = window.Blob;
window.Blob = function (parts, options) {
  if (options && options.type === 'text/json') {
    const pre = document.createElement('pre');
    pre.id = 'exported';
    pre.textContent = parts.join('');
    document.body.appendChild(pre);
  }
  return new plainBlob(parts, options);
};
const timer = setInterval(() => {
  const tab = Array.from(document.querySelectorAll('div')).find(
    d => d.lastChild && d.lastChild.nodeType === Node.TEXT_NODE && d.lastChild.data === 'Export');
  if (tab) {
    clearInterval(timer);
    tab.click();
  }
}, 100);
"""


def make_page(name, path):
    with open(path, "rb") as f:
        text = base64.b64encode(f.read()).decode()
    print(f"speedscope.loadFileFromBase64({json.dumps(name)}, {json.dumps(text)});")
    print(PAGE)


def read_text(path):
    """Threads of the text: name -> [(time, stack from the outermost)], of the first event."""
    threads, event = {}, None
    with open(path, encoding="utf-8") as f:
        samples = f.read().split("\n\n")
    for lines in ([l for l in s.split("\n") if l and not l.startswith("#")] for s in samples):
        head = HEAD.match(lines[0]) if lines else None
        time = TIME.search(lines[0]) if head else None
        if not time:
            continue
        this = EVENT.search(lines[0]).group(1)
        event = event or this
        if this != event:
            continue
        comm, pid, tid = head.groups()
        name = f"{comm} pid: {pid} tid: {tid}" if tid else f"{comm} tid: {pid}"
        frames = [m.groups() for m in map(FRAME.match, lines[1:]) if m]
        stack = tuple((re.sub(r"\+0x[0-9a-f]+$", "", n), dso) for _, n, dso in reversed(frames))
        stack = tuple((f"??? ({dso})" if n == "[unknown]" else n, dso) for n, dso in stack)
        threads.setdefault(name, []).append((float(time.group(1)), stack))
    return threads


def spans_of(profile, frames):
    """What the profile shows: [(start, stack)], a new entry where the stack changes."""
    spans, stack = [], []
    for e in profile["events"]:
        if e["type"] == "O":
            stack.append((frames[e["frame"]]["name"], frames[e["frame"]].get("file")))
        elif stack.pop()[0] != frames[e["frame"]]["name"]:
            raise ValueError("a frame is left that is not the innermost")
        if spans and spans[-1][0] == e["at"]:
            spans.pop()
        spans.append((e["at"], tuple(stack)))
    return [s for i, s in enumerate(spans) if not i or s[1] != spans[i - 1][1]]


def expected_spans(samples):
    """The same of the text, where samples follow each other with another stack."""
    spans, first = [], samples[0][0]
    for i, (time, stack) in enumerate(samples):
        start = (time + samples[i - 1][0]) / 2 - first if i else 0
        if spans and start - spans[-1][0] < 1e-9:
            spans.pop()
        if not spans or spans[-1][1] != stack:
            spans.append((start, stack))
    return spans


def check_thread(name, samples, profile, frames):
    whole = samples[-1][0] - samples[0][0]
    if len(samples) > 1 and abs(profile["endValue"] - profile["startValue"] - whole) > 1e-6:
        return f"{name}: lasts {profile['endValue']}, in the text {whole}"
    want = expected_spans(samples)
    got = [s for s in spans_of(profile, frames) if s[1] or s[0] < profile["endValue"]]
    if got and got[0][0] > 0:  # begins without frames
        got.insert(0, (0, ()))
    if len(want) != len(got):
        return f"{name}: {len(samples)} samples make {len(want)} spans, speedscope has {len(got)}"
    for (start, stack), (start_got, stack_got) in zip(want, got):
        if stack != stack_got or abs(start - start_got) > 1e-6:
            return f"{name}: {start} {stack}, speedscope has {start_got} {stack_got}"
    return None


def check(path, page):
    threads = read_text(path)
    with open(page, encoding="utf-8") as f:
        answer = re.search(r'<pre id="exported">(.*?)</pre>', f.read(), re.S)
    if not answer:
        return ["speedscope shows no profile"]
    profile = json.loads(html.unescape(answer.group(1)))
    frames = profile["shared"]["frames"]
    got = {p["name"]: p for p in profile["profiles"]}
    if len(got) != len(profile["profiles"]) or sorted(got) != sorted(threads):
        return [f"speedscope has the profiles {sorted(got)}, the text {sorted(threads)}"]
    names = {f for samples in threads.values() for _, stack in samples for f in stack}
    if names != {(f["name"], f.get("file")) for f in frames}:
        return [f"frames differ: {sorted(names ^ {(f['name'], f.get('file')) for f in frames})[:6]}"]
    problems = [check_thread(n, s, got[n], frames) for n, s in threads.items()]
    nr = sum(map(len, threads.values()))
    print(f"{nr} samples of {len(threads)} threads, {len(frames)} frames")
    return [p for p in problems if p] + (["too few samples"] if nr < 20 or len(names) < 10 else [])


def main():
    if sys.argv[1] == "page":
        make_page(sys.argv[2], sys.argv[3])
        return 0
    problems = check(sys.argv[2], sys.argv[3])
    print("\n".join(problems[:5]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
