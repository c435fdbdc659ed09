// The C interface of zxing-cpp 3, as far as it is used, found at run time: Lectern builds and runs
// without the library. The declarations are our own; the numbers are those of the library's 3.1.
#ifndef CZXING_H
#define CZXING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct CZXing_Point { int x, y; } CZXing_Point;

typedef struct CZXing_Position {
  CZXing_Point topLeft, topRight, bottomRight, bottomLeft;
} CZXing_Position;

// What a format is: a symbology, and a variant of it or a blank.
#define CZXING_FORMAT(symbology, variant) ((symbology) | ((variant) << 8))

static const int CZXing_Luminance = 0x01000000;  // ZXing_ImageFormat_Lum
static const int CZXing_HumanReadable = 2;       // ZXing_TextMode_HRI

// The functions; the types that are void here are opaque structs of the library.
typedef struct CZXing_Library {
  const char *(*version)(void);
  void (*release)(void *memory);
  char *(*lastError)(void);
  void *(*newView)(const uint8_t *, int width, int height, int format, int rowStride, int pixelStride);
  void (*deleteView)(void *);
  void *(*newOptions)(void);
  void (*deleteOptions)(void *);
  void (*setTryHarder)(void *, bool);
  void (*setTryRotate)(void *, bool);
  void (*setTryInvert)(void *, bool);
  void (*setTryDownscale)(void *, bool);
  void (*setBinarizer)(void *, int);
  void (*setTextMode)(void *, int);
  void (*setMinLineCount)(void *, int);
  void (*setFormats)(void *, const int *, int count);
  void *(*readBarcodes)(const void *view, const void *options);
  int (*count)(const void *barcodes);
  const void *(*at)(const void *barcodes, int index);
  void (*deleteBarcodes)(void *);
  int (*format)(const void *);
  int (*contentType)(const void *);
  uint8_t *(*bytes)(const void *, int *count);
  char *(*text)(const void *);
  char *(*identifier)(const void *);
  char *(*extra)(const void *, const char *key);
  CZXing_Position (*position)(const void *);
  bool (*isInverted)(const void *);
  int (*lineCount)(const void *);
} CZXing_Library;

// Loads the library and looks its functions up. Returns NULL when all are there, else why not, in
// words that stay valid until the thread's next call of the dynamic linker. It is never unloaded.
const char *CZXing_load(const char *path, CZXing_Library *library);

#endif
