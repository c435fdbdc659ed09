internal import CSeccomp
import Glibc

/// Takes the right to make system calls away, with the kernel's filter through libseccomp.
enum Sandbox {
  /// What decoding needs: memory, threads, time, its own signals, and the two descriptors that are open.
  ///
  /// Opening files, sockets, programs and looking at other processes are not among them; any other
  /// call fails with `EPERM`, because libraries ask for harmless things too and do without.
  private static let allowed = [
    "read", "write", "writev", "pread64", "lseek", "close", "fstat", "newfstatat", "poll", "ppoll",
    "brk", "mmap", "munmap", "mremap", "mprotect", "madvise",
    "futex", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity", "membarrier",
    "clock_gettime", "clock_nanosleep", "nanosleep", "gettimeofday", "restart_syscall",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "getpid", "gettid", "tgkill",
    "getrandom", "sysinfo", "exit", "exit_group",
  ]

  /// What no renderer of a page has to do; everything else stays, since it has to open its fonts.
  private static let deniedToPrograms = [
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "ptrace", "kill",
    "tkill", "process_vm_readv", "process_vm_writev", "unlink", "unlinkat", "rename", "renameat",
    "renameat2", "mkdir", "mkdirat", "rmdir", "link", "linkat", "symlink", "symlinkat", "chmod",
    "fchmod", "fchmodat", "chown", "fchown", "fchownat", "truncate", "mount", "umount2", "bpf",
    "setns", "unshare", "keyctl", "add_key", "request_key", "perf_event_open", "io_uring_setup",
    "userfaultfd", "setrlimit", "prlimit64",
  ]

  /// Leaves only what decoding needs.
  ///
  /// - Returns: Whether the kernel took the filter; nothing must be decoded otherwise.
  static func enter() -> Bool {
    let refused = denial(EPERM)
    guard let filter = unsafe seccomp_init(refused) else { return false }
    defer { unsafe seccomp_release(filter) }
    for name in allowed { unsafe add(SCMP_ACT_ALLOW, name, to: filter) }
    // Threads, but no processes. clone3's flags cannot be looked at: libc then uses clone.
    let threads = scmp_arg_cmp(
      arg: 0,
      op: SCMP_CMP_MASKED_EQ,
      datum_a: UInt64(CLONE_THREAD | CLONE_VM),
      datum_b: UInt64(CLONE_THREAD | CLONE_VM)
    )
    unsafe add(SCMP_ACT_ALLOW, "clone", to: filter, [threads])
    unsafe add(denial(ENOSYS), "clone3", to: filter)
    // Its own bounds only.
    let itself = scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: 0, datum_b: 0)
    unsafe add(SCMP_ACT_ALLOW, "prlimit64", to: filter, [itself])
    return unsafe seccomp_load(filter) == 0
  }

  /// Takes away what a renderer of pages never needs; it is a matter of caution, not of necessity.
  static func enterForPrograms() {
    guard let filter = unsafe seccomp_init(SCMP_ACT_ALLOW) else { return }
    defer { unsafe seccomp_release(filter) }
    for name in deniedToPrograms { unsafe add(denial(EPERM), name, to: filter) }
    _ = unsafe seccomp_load(filter)
  }

  /// `SCMP_ACT_ERRNO`, which is no constant.
  private static func denial(_ code: CInt) -> UInt32 { 0x0005_0000 | UInt32(code) }

  private static func add(
    _ action: UInt32,
    _ name: String,
    to filter: scmp_filter_ctx,
    _ conditions: [scmp_arg_cmp] = []
  ) {
    let number = unsafe seccomp_syscall_resolve_name(name)
    // A call that this machine does not have needs no rule.
    guard number >= 0 else { return }
    _ = unsafe seccomp_rule_add_array(filter, action, number, UInt32(conditions.count), conditions)
  }
}
