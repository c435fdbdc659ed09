#include "CZXing.h"

#include <dlfcn.h>
#include <stddef.h>

const char *CZXing_load(const char *path, CZXing_Library *library) {
  static const struct {
    const char *name;
    size_t offset;
  } symbols[] = {
#define SYMBOL(field, name) {"ZXing_" name, offsetof(CZXing_Library, field)}
      SYMBOL(version, "Version"),
      SYMBOL(release, "free"),
      SYMBOL(lastError, "LastErrorMsg"),
      SYMBOL(newView, "ImageView_new"),
      SYMBOL(deleteView, "ImageView_delete"),
      SYMBOL(newOptions, "ReaderOptions_new"),
      SYMBOL(deleteOptions, "ReaderOptions_delete"),
      SYMBOL(setTryHarder, "ReaderOptions_setTryHarder"),
      SYMBOL(setTryRotate, "ReaderOptions_setTryRotate"),
      SYMBOL(setTryInvert, "ReaderOptions_setTryInvert"),
      SYMBOL(setTryDownscale, "ReaderOptions_setTryDownscale"),
      SYMBOL(setBinarizer, "ReaderOptions_setBinarizer"),
      SYMBOL(setTextMode, "ReaderOptions_setTextMode"),
      SYMBOL(setMinLineCount, "ReaderOptions_setMinLineCount"),
      SYMBOL(setFormats, "ReaderOptions_setFormats"),
      SYMBOL(readBarcodes, "ReadBarcodes"),
      SYMBOL(count, "Barcodes_size"),
      SYMBOL(at, "Barcodes_at"),
      SYMBOL(deleteBarcodes, "Barcodes_delete"),
      SYMBOL(format, "Barcode_format"),
      SYMBOL(contentType, "Barcode_contentType"),
      SYMBOL(bytes, "Barcode_bytes"),
      SYMBOL(text, "Barcode_text"),
      SYMBOL(identifier, "Barcode_symbologyIdentifier"),
      SYMBOL(extra, "Barcode_extra"),
      SYMBOL(position, "Barcode_position"),
      SYMBOL(isInverted, "Barcode_isInverted"),
      SYMBOL(lineCount, "Barcode_lineCount"),
#undef SYMBOL
  };
  _Static_assert(sizeof(symbols) / sizeof(*symbols) == sizeof(*library) / sizeof(void *),
                 "every function has its name");
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return dlerror();
  for (size_t i = 0; i < sizeof(symbols) / sizeof(*symbols); i++) {
    void *symbol = dlsym(handle, symbols[i].name);
    if (!symbol) return dlerror();
    *(void **)((char *)library + symbols[i].offset) = symbol;
  }
  return NULL;
}
