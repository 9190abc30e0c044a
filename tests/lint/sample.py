#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Draw comments, messages or paragraphs of the manual at random, for a reader who judges them.

usage: sample.py comments|messages|man N SEED [OLD]

comments: comments of six words or more from the private headers, or with PUBLIC=1 in the environment from libpdata's
public headers, each with the code that it stands at. OLD is a commit: the comment of the same declaration there is
shown, too. messages: texts of the programs that reach their users. man: paragraphs of man/*.in. The same N and SEED
draw the same samples of the same tree.
"""
import glob
import os
import random
import re
import subprocess
import sys

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
FOLDERS = ("common", "libpdata", "cli", "record", "report")
PUBLIC = "libpdata/include/pdata/"
WORDS = 6

# Calls whose string literals reach the user. Other literals of four words and more are messages, too: rows of options,
# error texts in tables.
MESSAGE_CALL = re.compile(r"\b(?:rep_(?:err|warn|message|usage)\w*|rec_(?:err|warn|note|say|switch_say)\w*)\s*\(")
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"')


def words_of(text):
    return [w for w in text.split() if re.search(r"[A-Za-z]{2}", w)]


def headers():
    for folder in FOLDERS:
        for path in sorted(glob.glob(os.path.join(ROOT, folder, "**/*.h"), recursive=True)):
            name = os.path.relpath(path, ROOT)
            if name.startswith(PUBLIC) == bool(os.environ.get("PUBLIC")):
                yield name


def plain(comment):
    """The words of a comment, without its frame."""
    lines = [re.sub(r"^\s*(/\*+|\*/|\*)?\s?", "", line) for line in comment.split("\n")]
    return re.sub(r"\s*\*/$", "", "\n".join(lines)).strip()


def comments_of(text):
    """Each comment with its line, its code and the declaration by which it is found in another version."""
    for m in re.finditer(r"/\*.*?\*/", text, re.S):
        start = text.rfind("\n", 0, m.start()) + 1
        before = text[start:m.start()].strip()
        if before:
            code = before
        else:
            rest = re.sub(r"^\s*(/\*.*?\*/\s*)*", "", text[m.end():], flags=re.S)
            code = "\n".join(rest.split("\n")[:8])
            end = re.search(r"\n\s*\n|;\s*$", code, re.M)
            code = code[:end.end()].rstrip() if end else code
        key = re.sub(r"\s*/\*.*?\*/|\s+", " ", code.split(";")[0], flags=re.S).strip() if code else ""
        yield text.count("\n", 0, m.start()) + 1, plain(m.group(0)), code, key


def old_text(commit, path):
    run = subprocess.run(["git", "show", f"{commit}:{path}"], cwd=ROOT, capture_output=True, text=True, check=False)
    return run.stdout if run.returncode == 0 else ""


def old_comments(commit, name, cache={}):
    """The comments of a header, or of all public ones where code moved between them, in a commit, by declaration."""
    if name not in cache:
        names = list(headers()) if name.startswith(PUBLIC) else [name]
        cache[name] = {}
        for n in reversed(sorted(names, key=lambda n: n == name, reverse=True)):
            for _, text, _, key in comments_of(old_text(commit, n)):
                if key:
                    cache[name][key] = text
    return cache[name]


def sample_comments(old):
    found = []
    for name in headers():
        text = open(os.path.join(ROOT, name), encoding="utf-8").read()
        for line, comment, code, key in comments_of(text):
            if "SPDX" in comment or len(words_of(comment)) < WORDS:
                continue
            found.append((name, line, comment, code, key))

    def show(item):
        name, line, comment, code, key = item
        print(f"{name}:{line}\n{indent(comment)}\n  code:\n{indent(code, 8)}")
        if old:
            before = old_comments(old, name).get(key)
            print(f"  {old}:\n{indent(before, 8) if before else '        (no comment at this declaration)'}")
    return found, show


def indent(text, by=4):
    return "\n".join(" " * by + line.expandtabs(8) for line in text.split("\n"))


def messages():
    for folder in ("cli", "record", "report"):
        for path in sorted(glob.glob(os.path.join(ROOT, folder, "**/*.[ch]"), recursive=True)
                           + glob.glob(os.path.join(ROOT, folder, "**/*.def"), recursive=True)):
            name = os.path.relpath(path, ROOT)
            text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group(0)), open(path, encoding="utf-8").read(), flags=re.S)
            # Literals that follow each other are one text.
            for m in re.finditer(r'"(?:\\.|[^"\\\n])*"(?:\s*"(?:\\.|[^"\\\n])*")*', text):
                line_start = text.rfind("\n", 0, m.start()) + 1
                if text[line_start:m.start()].lstrip().startswith("#"):
                    continue
                said = "".join(STRING.findall(m.group(0)))
                head = text[max(0, m.start() - 300):m.start()]
                head = head[max(head.rfind(";"), head.rfind("{\n"), head.rfind("}\n")) + 1:]
                sentence = len(words_of(said)) >= 4
                called = MESSAGE_CALL.search(head)
                if len(words_of(said)) >= 3 and (called or sentence) and not said.startswith("/"):
                    yield name, text.count("\n", 0, m.start()) + 1, said


def paragraphs():
    for path in sorted(glob.glob(os.path.join(ROOT, "man/*.in"))):
        part, start, example = [], 0, False
        for i, line in enumerate(open(path, encoding="utf-8").read().split("\n") + [".PP"], 1):
            example = (example or line == ".nf") and line != ".fi"
            if example or re.match(r"\.(\\\"|TH|SH|SS|PP|TP|IP|fi|RS|RE|$)", line) or not line or line.startswith("@"):
                if len(words_of(" ".join(part))) >= WORDS:
                    yield os.path.relpath(path, ROOT), start, "\n".join(part)
                part = []
                continue
            if not part:
                start = i
            line = re.sub(r"^\.([BI]R?|RB|RI)\s+", "", line)
            part.append(re.sub(r"\\f[BIR]|\\&", "", line).replace("\\-", "-"))


def main(argv):
    if len(argv) < 4 or argv[1] not in ("comments", "messages", "man"):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    count, seed = int(argv[2]), int(argv[3])
    old = argv[4] if len(argv) > 4 else ""
    if argv[1] == "comments":
        found, show = sample_comments(old)
    else:
        found = list(messages() if argv[1] == "messages" else paragraphs())

        def show(item):
            print(f"{item[0]}:{item[1]}\n{indent(item[2])}")
    drawn = random.Random(seed).sample(found, min(count, len(found)))
    for i, item in enumerate(drawn, 1):
        print(f"[{i}]", end=" ")
        show(item)
        print()
    print(f"{len(drawn)} of {len(found)}, seed {seed}")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv))
