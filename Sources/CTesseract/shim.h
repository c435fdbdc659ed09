#include <leptonica/allheaders.h>
#include <tesseract/capi.h>

// From libgomp, which libtesseract is linked with. The header omp.h belongs to the compiler that
// built it, not to Debian's -dev packages, so the one function needed is declared here (OpenMP 3.0).
extern void omp_set_max_active_levels(int levels);

// From glibc, which shows it only to _GNU_SOURCE; a module map cannot define that for its users.
// Tesseract takes a user's words from a file and nowhere else.
extern int memfd_create(const char *name, unsigned int flags);
static const unsigned int CTesseract_MFD_CLOEXEC = 1U;
