# SPDX-License-Identifier: BSD-2-Clause
"""vt.py - a terminal that knows only the sequences that pdata may write, and a program that runs in it

Every other sequence or control byte is an error: so no byte of a name in a recording can have an effect.
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
import unicodedata

SEQUENCE = re.compile(rb"\x1b\[(\??)([0-9;]*)([A-Za-z])")
SEQUENCE_MAX = 48  # bytes of the longest sequence, which sets two full colours
CUT = re.compile(rb"(?:\x1b(?:\[\??[0-9;]*)?|[\xc2-\xf4][\x80-\xbf]*)(?=\x1b)")
MODES = {"1049", "7", "1000", "1006", "2004", "25"}


class Unlisted(Exception):
    pass


def columns_of(ch):
    return 2 if unicodedata.east_asian_width(ch) in "WF" else 1


class Screen:
    def __init__(self, cols, rows):
        self.modes = {"25": True}
        self.pending = b""
        self.sequences = 0
        self.may_be_cut = False  # a signal can end the program within a sequence or character; ESC begins anew
        self.style = ""
        self.resize(cols, rows)

    def resize(self, cols, rows):
        self.cols, self.rows = cols, rows
        self.cells = [[" "] * cols for _ in range(rows)]
        self.styles = [[""] * cols for _ in range(rows)]
        self.y = self.x = 0

    def line(self, y):
        return "".join(self.cells[y]).rstrip()

    def text(self):
        return [self.line(y) for y in range(self.rows)]

    def feed(self, data):
        """Take the bytes that the program wrote; before and after the browser the alternate screen is off."""
        data = self.pending + data
        self.pending = b""
        at = 0
        while at < len(data):
            byte = data[at]
            cut = self.may_be_cut and CUT.match(data, at)
            if cut:
                at = cut.end()
            elif byte == 0x1B:
                m = SEQUENCE.match(data, at)
                if not m:
                    if len(data) - at < SEQUENCE_MAX and re.fullmatch(rb"\x1b(\[\??[0-9;]*)?", data[at:]):
                        self.pending = data[at:]
                        return
                    raise Unlisted(repr(data[at:at + 24]))
                self.sequence(m)
                at = m.end()
            elif byte < 0x20 or byte == 0x7F:
                if self.modes.get("1049"):
                    raise Unlisted(f"control byte {byte:#x} after {data[max(0, at - 20):at]!r}")
                at += 1
            else:
                n = 1 if byte < 0x80 else 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
                if at + n > len(data):
                    self.pending = data[at:]
                    return
                if self.modes.get("1049"):
                    self.put(data[at:at + n].decode())  # invalid UTF-8 raises UnicodeDecodeError
                elif byte < 0x80:  # before and after the browser, the terminal echoes what is typed
                    self.put(chr(byte))
                at += n if self.modes.get("1049") else 1

    def put(self, ch):
        if unicodedata.category(ch) in ("Cc", "Cf", "Cs"):
            raise Unlisted(f"character {ord(ch):#x}")
        if self.y < self.rows and self.x < self.cols:
            self.cells[self.y][self.x] = ch
            self.styles[self.y][self.x] = self.style
        width = columns_of(ch)
        if width == 2 and self.y < self.rows and self.x + 1 < self.cols:
            self.cells[self.y][self.x + 1] = ""
        self.x += width

    def sequence(self, m):
        self.sequences += 1
        private, numbers, final = m.group(1).decode(), m.group(2).decode(), m.group(3).decode()
        if private:
            if final not in "hl" or numbers not in MODES:
                raise Unlisted(repr(m.group(0)))
            self.modes[numbers] = final == "h"
        elif final == "H":
            y, x = (numbers.split(";") + ["1"])[:2] if numbers else ("1", "1")
            self.y, self.x = int(y or 1) - 1, int(x or 1) - 1
        elif final == "J" and numbers == "2":
            self.cells = [[" "] * self.cols for _ in range(self.rows)]
        elif final == "m":
            self.style = numbers
        else:
            raise Unlisted(repr(m.group(0)))


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, argv, cols=80, rows=24, env=None, cwd=None):
        self.screen = Screen(cols, rows)
        self.status = None
        self.is_restored_at_end = False
        self.last_change = time.monotonic()
        everything = dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8")
        for name in ("COLORTERM", "NO_COLOR", "PDATA_PAGER", "PERF_PAGER"):
            everything.pop(name, None)
        everything["PAGER"] = "cat"
        everything.update(env or {})
        self.master, slave = pty.openpty()
        self.slave = slave
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
        self.before = termios.tcgetattr(slave)
        self.raw = b""
        self.pid = os.fork()
        if not self.pid:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for fd in (0, 1, 2):
                os.dup2(slave, fd)
            os.closerange(3, 256)
            for sig in (signal.SIGINT, signal.SIGQUIT):  # a shell starts background jobs with both ignored
                signal.signal(sig, signal.SIG_DFL)
            if cwd:
                os.chdir(cwd)
            os.execve(argv[0], argv, everything)

    def pump(self, seconds=0.05):
        """Take output for a while. Return: whether there was any."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.master, 1 << 16)
        except OSError:
            return False
        self.raw = (self.raw + data)[-65536:]
        self.screen.feed(data)
        self.last_change = time.monotonic()
        return bool(data)

    def poll(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = status
        return self.status

    def wait(self, what, seconds=20):
        """Wait until @what, a function of the lines on the screen or a text in them, is true."""
        test = what if callable(what) else lambda lines: any(what in line for line in lines)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if test(self.screen.text()):
                return True
            if not self.pump() and self.poll() is not None:
                while self.pump(0):
                    pass
                return test(self.screen.text())
        return False

    def settle(self, quiet=0.25, seconds=20):
        """Wait until nothing is written for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.pump(quiet):
            pass

    def send(self, keys):
        os.write(self.master, keys if isinstance(keys, bytes) else keys.encode())

    def key(self, keys):
        self.send(keys)
        self.settle()

    def resize(self, cols, rows):
        self.screen.resize(cols, rows)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))

    def kill(self, sig):
        if sig not in (signal.SIGWINCH, signal.SIGCONT, signal.SIGSTOP, signal.SIGTSTP):
            self.screen.may_be_cut = True
        os.kill(self.pid, sig)

    def end(self, seconds=20):
        """Wait for the end. Return: the wait status, or None if it does not end."""
        end = time.monotonic() + seconds
        while self.poll() is None and time.monotonic() < end:
            self.pump()
        while self.pump(0.02):
            pass
        self.is_restored_at_end = self.is_restored()
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            _, self.status = os.waitpid(self.pid, 0)
            return None
        return self.status

    def is_restored(self):
        """Whether the terminal is as it was: settings, cursor, screen, mouse."""
        now = termios.tcgetattr(self.slave)
        modes = self.screen.modes
        return (now == self.before and modes.get("25") and modes.get("7", True) and
                not any(modes.get(m) for m in ("1049", "1000", "1006", "2004")))

    def close(self):
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.master)
        os.close(self.slave)
