#include "CV4L2.h"

#include <stdint.h>

const unsigned long CV4L2_QUERYCAP = VIDIOC_QUERYCAP;
const unsigned long CV4L2_ENUM_FMT = VIDIOC_ENUM_FMT;
const unsigned long CV4L2_ENUM_FRAMESIZES = VIDIOC_ENUM_FRAMESIZES;
const unsigned long CV4L2_ENUM_FRAMEINTERVALS = VIDIOC_ENUM_FRAMEINTERVALS;
const unsigned long CV4L2_G_FMT = VIDIOC_G_FMT;
const unsigned long CV4L2_S_FMT = VIDIOC_S_FMT;
const unsigned long CV4L2_G_PARM = VIDIOC_G_PARM;
const unsigned long CV4L2_S_PARM = VIDIOC_S_PARM;
const unsigned long CV4L2_REQBUFS = VIDIOC_REQBUFS;
const unsigned long CV4L2_QUERYBUF = VIDIOC_QUERYBUF;
const unsigned long CV4L2_QBUF = VIDIOC_QBUF;
const unsigned long CV4L2_DQBUF = VIDIOC_DQBUF;
const unsigned long CV4L2_STREAMON = VIDIOC_STREAMON;
const unsigned long CV4L2_STREAMOFF = VIDIOC_STREAMOFF;
const unsigned long CV4L2_G_INPUT = VIDIOC_G_INPUT;
const unsigned long CV4L2_ENUMINPUT = VIDIOC_ENUMINPUT;
const unsigned long CV4L2_QUERYCTRL = VIDIOC_QUERYCTRL;
const unsigned long CV4L2_G_CTRL = VIDIOC_G_CTRL;
const unsigned long CV4L2_S_CTRL = VIDIOC_S_CTRL;
const unsigned long CV4L2_SUBSCRIBE_EVENT = VIDIOC_SUBSCRIBE_EVENT;
const unsigned long CV4L2_DQEVENT = VIDIOC_DQEVENT;

// The kernel finds a struct by its size: another size is another request, answered with ENOTTY.
_Static_assert(sizeof(struct v4l2_capability) == 104, "v4l2_capability ABI changed");
_Static_assert(sizeof(struct v4l2_fmtdesc) == 64, "v4l2_fmtdesc ABI changed");
_Static_assert(sizeof(struct v4l2_frmsizeenum) == 44, "v4l2_frmsizeenum ABI changed");
_Static_assert(sizeof(struct v4l2_frmivalenum) == 52, "v4l2_frmivalenum ABI changed");
_Static_assert(sizeof(struct v4l2_streamparm) == 204, "v4l2_streamparm ABI changed");
_Static_assert(sizeof(struct v4l2_requestbuffers) == 20, "v4l2_requestbuffers ABI changed");
_Static_assert(sizeof(struct v4l2_input) == 80, "v4l2_input ABI changed");
_Static_assert(sizeof(struct v4l2_queryctrl) == 68, "v4l2_queryctrl ABI changed");
_Static_assert(sizeof(struct v4l2_control) == 8, "v4l2_control ABI changed");
_Static_assert(sizeof(struct v4l2_event_subscription) == 32, "v4l2_event_subscription ABI changed");
#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(struct v4l2_format) == 208, "v4l2_format ABI changed");
_Static_assert(sizeof(struct v4l2_buffer) == 88, "v4l2_buffer ABI changed");
_Static_assert(sizeof(struct v4l2_plane) == 64, "v4l2_plane ABI changed");
_Static_assert(sizeof(struct v4l2_event) == 136, "v4l2_event ABI changed");
#endif
