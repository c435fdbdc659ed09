"""Spreads named cases over guests that run at once, passes their lines on, and counts."""
import os
import subprocess
import sys
import threading
import time

RIG = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def check(lectern):
    """Whether there is a program to test, and a guest's kernel; ends this program when not."""
    if not os.access(lectern, os.X_OK):
        sys.exit("%s: no program at %s; swift build -c release, or --lectern PATH" % (
            os.path.basename(sys.argv[0]), lectern))
    kernel = subprocess.run([RIG + "/kernel"], stdout=subprocess.DEVNULL)     # built once, not by two at once
    if kernel.returncode:
        sys.exit(kernel.returncode)


def pictures(*arguments):
    return subprocess.run([RIG + "/make-pages", *arguments], stdout=subprocess.PIPE, text=True,
                          check=True).stdout.strip()


def passed_on():
    """An engine folder or language folder set outside counts inside as well."""
    return [word for name, value in os.environ.items() if name.startswith(("LECTERN_", "TESSDATA_")) and
            not name.startswith("LECTERN_RIG") for word in ("-e", "%s=%s" % (name, value))]


def let_everybody_pass(path):
    """In the guest: a user may need a program in the home of the machine's; the change is gone with the guest."""
    while path != "/":
        path = os.path.dirname(path)
        os.chmod(path, os.stat(path).st_mode | 0o011)


def judge(name, function, failed):
    """In the guest: runs one case, and says how it went."""
    began = time.monotonic()
    try:
        function()
        print("ok %s (%.1f s)" % (name, time.monotonic() - began), flush=True)
    except Exception as failure:        # whatever it is, the next case still runs
        kind = "" if isinstance(failure, failed) else type(failure).__name__ + " "
        print("not ok %s: %s%s" % (name, kind, failure), flush=True)


class Spread:
    """Runs `COMMAND… NAME…` in guests; each must print `ok NAME…` or `not ok NAME: …` for every name."""

    def __init__(self, command, options, show=print, seconds_each=120):
        self.command, self.options, self.seconds_each = command, options, seconds_each
        self.show = lambda line: show(line, flush=True) if show is print else show(line)
        self.lock = threading.Lock()
        self.passed, self.failed, self.unable = 0, 0, False

    def run(self, shares):
        """A guest for each share of the names; the exit status for all of it."""
        threads = [threading.Thread(target=self._share, args=(list(share),)) for share in shares if share]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self.unable:
            return 77
        return 1 if self.failed else 0

    def _share(self, names):
        """One guest for these; a new one when it breaks."""
        while names:
            status, done = self._guest(names)
            names = [name for name in names if name not in done]
            if status == 77:
                self.unable = True
                return
            if names:
                self._report("not ok %s: the guest ended with %d" % (names.pop(0), status))

    def _guest(self, names):
        process = subprocess.Popen(
            [RIG + "/run", *self.options, "-t", str(self.seconds_each * len(names)), *passed_on(), *self.command,
             *names], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        done = set()
        for line in process.stdout:
            words = line.replace("not ok", "not-ok", 1).split(None, 2)
            if len(words) > 1 and words[0] in ("ok", "not-ok"):
                done.add(words[1].rstrip(":"))
            self._report(line.rstrip("\n"))
        return process.wait(), done

    def _report(self, line):
        with self.lock:
            self.passed += line.startswith("ok ")
            self.failed += line.startswith("not ok ")
            self.show(line)
