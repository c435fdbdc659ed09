#include <leptonica/allheaders.h>
#include <tesseract/capi.h>

// From libgomp, which libtesseract is linked with. The header omp.h belongs to the compiler that
// built it, not to Debian's -dev packages, so the one function needed is declared here (OpenMP 3.0).
extern void omp_set_max_active_levels(int levels);
