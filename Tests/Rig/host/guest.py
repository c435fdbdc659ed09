"""One boot of the guest, from the host's side: start, output, time limit, exit status."""
import os
import selectors
import signal
import socket
import subprocess
import sys
import time

# What User-Mode Linux prints when the machine does not let it run.
REFUSALS = ("ptrace", "PROT_EXEC", "noexec", "mmap", "seccomp", "Operation not permitted", "Permission denied")


class Unable(Exception):
    """No guest can run on this machine, whatever the command."""


class Guest:
    def __init__(self, kernel, init, control, memory, kernel_log):
        self.kernel, self.init, self.control, self.memory = kernel, init, control, memory
        self.console = kernel_log or control + "/console"
        self.process = None

    def run(self, limit):
        """Boots, passes output on, and returns the command's exit status."""
        deadline = time.monotonic() + limit
        outputs = self.start()
        in_time = self.pass_on(outputs, deadline)
        if in_time:
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                pass
        self.kill()
        return self.status(in_time)

    def start(self):
        memory_folder = folder_for(size(self.memory))
        out, out_guest = os.pipe()
        err, err_guest = os.pipe()
        with open(self.console, "wb") as log:
            consoles = ["con=null", "con0=null,fd:%d" % log.fileno(), "con1=null,fd:%d" % out_guest,
                        "con2=null,fd:%d" % err_guest, "ssl=null"]
            arguments = [self.kernel + "/linux", "mem=" + self.memory, "root=host", "rootfstype=hostfs", "rootflags=/",
                         "ro", "quiet", "loglevel=4", "panic=-1", "init=" + self.init, "rigctl=" + self.control,
                         "umid=" + os.path.basename(self.control), "uml_dir=" + self.control] + consoles
            # The guest's kernel and its processes hand control back and forth; on one processor that is a cheap
            # switch, across two a wake-up: pinning makes page faults three times as fast.
            cpu, self.claim = claim_cpu()
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, self.on_signal)
            try:
                self.process = subprocess.Popen(
                    arguments, pass_fds=(log.fileno(), out_guest, err_guest), stdin=subprocess.DEVNULL, stdout=log,
                    stderr=log, start_new_session=True, env=dict(os.environ, TMPDIR=memory_folder),
                    preexec_fn=lambda: os.sched_setaffinity(0, {cpu}))
            except OSError as error:
                raise Unable("cannot start %s: %s" % (arguments[0], error.strerror))
        os.close(out_guest)
        os.close(err_guest)
        return {out: 1, err: 2}

    def pass_on(self, outputs, deadline):
        """Copies the guest's output until it ends; False when the deadline came first."""
        selector = selectors.DefaultSelector()
        for source in outputs:
            selector.register(source, selectors.EVENT_READ)
        while selector.get_map():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            ready = selector.select(min(left, 1))
            for key, _ in ready:
                data = os.read(key.fd, 65536)
                if not data:
                    selector.unregister(key.fd)
                while data:
                    data = data[os.write(outputs[key.fd], data):]
            if not ready and self.process.poll() is not None:
                break
        return True

    def kill(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)     # its own session: the guest and nothing else
        except (ProcessLookupError, AttributeError):
            pass

    def on_signal(self, number, _frame):
        self.kill()
        sys.exit(128 + number)

    def status(self, in_time):
        if os.path.exists(self.control + "/status"):
            with open(self.control + "/status") as f:
                return int(f.read())
        if not in_time:
            return 124
        with open(self.console, errors="replace") as f:
            said = f.read()
        if not os.path.exists(self.control + "/started"):
            refusals = [line.strip() for line in said.splitlines() if any(w in line for w in REFUSALS) and
                        not line.rstrip().endswith("OK")]
            if refusals:
                raise Unable(refusals[-1])
        sys.stderr.write("run: the guest ended without an exit status; its console:\n" + said[-4000:])
        return 125

    def timing(self):
        try:
            with open(self.control + "/timing") as f:
                return f.read()
        except OSError:
            return ""


def size(text):
    return int(text[:-1]) << {"K": 10, "M": 20, "G": 30}[text[-1].upper()]


def folder_for(memory):
    """A folder for the guest's memory file: programs may run from it, and it has room. Memory before disk."""
    reasons = []
    for folder in ("/dev/shm", "/tmp", os.path.expanduser("~/.cache")):
        try:
            about = os.statvfs(folder)
        except OSError:
            reasons.append(folder + " is missing")
            continue
        if about.f_flag & os.ST_NOEXEC:
            reasons.append(folder + " is mounted noexec")
        elif about.f_flag & os.ST_RDONLY or not os.access(folder, os.W_OK):
            reasons.append(folder + " is not writable")
        elif about.f_bavail * about.f_frsize < memory:
            reasons.append(folder + " is too small")
        else:
            return folder
    raise Unable("nowhere to put the guest's memory: " + ", ".join(reasons))


def claim_cpu():
    """(number, claim) of a processor no other guest has, the idlest one; kept until the claim is closed."""
    claimed = (None, None)
    for cpu in by_idleness():
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            claim.bind("\0lectern-rig-cpu-%d" % cpu)        # an abstract name: taken while this process lives
            return cpu, claim
        except OSError:
            claim.close()
            claimed = claimed if claimed[0] is not None else (cpu, None)
    return claimed


def by_idleness():
    """The processors this process may use, those first that idled most over the last 60 ms."""
    def idle():
        with open("/proc/stat") as f:
            rows = (line.split() for line in f if line.startswith("cpu") and line[3] != " ")
            return {int(r[0][3:]): int(r[4]) + int(r[5]) for r in rows}
    before = idle()
    time.sleep(0.06)
    after = idle()
    return sorted(os.sched_getaffinity(0), key=lambda c: before.get(c, 0) - after.get(c, 0))
