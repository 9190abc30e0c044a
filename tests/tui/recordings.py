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


def make_hostile(path, out):
    """Copy a recording, with names of threads that are control sequences, invalid UTF-8 and line ends. Return: @out."""
    with open(path, "rb") as f:
        data = f.read()
    assert b"demo-sort" in data
    data = data.replace(b"demo-sort", b"\x1b[31mA\x07\x9b").replace(b"demo-hash", b"\xe2\x80\xae\xff\xfe\x0d\n]")
    with open(out, "wb") as f:
        f.write(data)
    return out
