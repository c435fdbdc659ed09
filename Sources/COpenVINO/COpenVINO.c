#include "COpenVINO.h"

// The library reads both structs by value or from an array, so their layout is part of its interface.
_Static_assert(sizeof(COpenVINO_Shape) == 16, "ov_shape_t: two fields of 8 bytes");
_Static_assert(sizeof(COpenVINO_Property) == 2 * sizeof(void *), "ov_property_t: two pointers");
