// Linux calls that <unistd.h> and the others declare only with _GNU_SOURCE, which Swift's Glibc lacks.
#pragma once
#include <spawn.h>

int pipe2(int ends[2], int flags);
int memfd_create(const char *name, unsigned int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

// MFD_CLOEXEC
extern const unsigned int CProcess_closeOnExec;
