#include <linux/sched.h>
#include <seccomp.h>
#include <sys/prctl.h>

// prctl takes any number of arguments, which Swift cannot pass.
static inline int CSeccomp_forbidDumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
