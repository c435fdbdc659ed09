#define _GNU_SOURCE
#include "CProcess.h"

#include <sys/mman.h>

const unsigned int CProcess_closeOnExec = MFD_CLOEXEC;
