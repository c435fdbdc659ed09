// The part of OpenVINO's C interface that Lectern calls, in its own words: the library is found and
// loaded at run time, so that nothing of it is needed to build. Every function answers 0 for success.
#ifndef COPENVINO_H
#define COPENVINO_H

#include <stddef.h>
#include <stdint.h>

typedef struct ov_core COpenVINO_Core;
typedef struct ov_model COpenVINO_Model;
typedef struct ov_compiled_model COpenVINO_CompiledModel;
typedef struct ov_infer_request COpenVINO_Request;
typedef struct ov_tensor COpenVINO_Tensor;

typedef struct {
  int64_t rank;
  int64_t *dimensions;
} COpenVINO_Shape;

typedef struct {
  const char *key;
  const void *value;
} COpenVINO_Property;

typedef struct {
  const char *build;
  const char *description;
} COpenVINO_Version;

// The answer of a request that is not done yet.
static const int32_t COpenVINO_NotReady = -9;

// The element type "32-bit floating point".
static const int32_t COpenVINO_Float32 = 4;

typedef int32_t (*COpenVINO_get_version)(COpenVINO_Version *version);
typedef void (*COpenVINO_version_free)(COpenVINO_Version *version);
typedef const char *(*COpenVINO_get_last_message)(void);
typedef int32_t (*COpenVINO_core_create)(COpenVINO_Core **core);
typedef int32_t (*COpenVINO_core_read_model)(const COpenVINO_Core *core, const char *path,
                                             const char *weights, COpenVINO_Model **model);
typedef int32_t (*COpenVINO_core_compile_model)(const COpenVINO_Core *core,
                                                const COpenVINO_Model *model, const char *device,
                                                size_t count, const COpenVINO_Property *properties,
                                                COpenVINO_CompiledModel **compiled);
typedef void (*COpenVINO_model_free)(COpenVINO_Model *model);
typedef void (*COpenVINO_compiled_model_free)(COpenVINO_CompiledModel *compiled);
typedef int32_t (*COpenVINO_create_request)(const COpenVINO_CompiledModel *compiled,
                                            COpenVINO_Request **request);
typedef void (*COpenVINO_request_free)(COpenVINO_Request *request);
typedef int32_t (*COpenVINO_request_set_input)(COpenVINO_Request *request,
                                               const COpenVINO_Tensor *tensor);
typedef int32_t (*COpenVINO_request_get_output)(const COpenVINO_Request *request,
                                                COpenVINO_Tensor **tensor);
typedef int32_t (*COpenVINO_request_start)(COpenVINO_Request *request);
// Waits for so many milliseconds.
typedef int32_t (*COpenVINO_request_wait_for)(COpenVINO_Request *request, int64_t timeout);
typedef int32_t (*COpenVINO_request_wait)(COpenVINO_Request *request);
typedef int32_t (*COpenVINO_request_cancel)(COpenVINO_Request *request);
typedef int32_t (*COpenVINO_tensor_create)(int32_t type, COpenVINO_Shape shape, void *values,
                                           COpenVINO_Tensor **tensor);
typedef int32_t (*COpenVINO_tensor_get_shape)(const COpenVINO_Tensor *tensor,
                                              COpenVINO_Shape *shape);
typedef int32_t (*COpenVINO_tensor_get_data)(const COpenVINO_Tensor *tensor, void **values);
typedef void (*COpenVINO_tensor_free)(COpenVINO_Tensor *tensor);
typedef int32_t (*COpenVINO_shape_free)(COpenVINO_Shape *shape);

#endif
