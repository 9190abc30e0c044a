# SPDX-License-Identifier: BSD-2-Clause
"""recordings.py - make the recordings of the demo's workload that the tests of the browser read"""
import os
import subprocess


def record(build, path, *options):
    """Record the workload. Return: the path."""
    subprocess.run([os.path.join(build, "pdata"), "record", "-q", "--no-index", *options, "-o", path,
                    os.path.join(build, "tests/demo/workload")],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return path


def make_renamed(path, out, names):
    """Copy a recording, with other names of threads, which have the lengths of the former ones. Return: @out."""
    with open(path, "rb") as f:
        data = f.read()
    for old, new in names.items():
        assert old in data and len(old) == len(new)
        data = data.replace(old, new)
    with open(out, "wb") as f:
        f.write(data)
    return out


def make_hostile(path, out):
    """Copy a recording, with names of threads that are control sequences, invalid UTF-8 and line ends. Return: @out."""
    return make_renamed(path, out, {b"demo-sort": b"\x1b[31mAB\x07\x9b", b"demo-hash": b"\xe2\x80\xae\xff\xfe\x0d\n]x"})
