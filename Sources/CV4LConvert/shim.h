#include <stddef.h>
#include <libv4lconvert.h>
