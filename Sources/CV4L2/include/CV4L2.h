// What Swift cannot import from <linux/videodev2.h>: the request codes are macros around sizeof.
// The structs, flags and control numbers come through as they are.
#ifndef CV4L2_H
#define CV4L2_H

#include <linux/videodev2.h>
#include <sys/eventfd.h>

extern const unsigned long CV4L2_QUERYCAP;
extern const unsigned long CV4L2_ENUM_FMT;
extern const unsigned long CV4L2_ENUM_FRAMESIZES;
extern const unsigned long CV4L2_ENUM_FRAMEINTERVALS;
extern const unsigned long CV4L2_G_FMT;
extern const unsigned long CV4L2_S_FMT;
extern const unsigned long CV4L2_G_PARM;
extern const unsigned long CV4L2_S_PARM;
extern const unsigned long CV4L2_REQBUFS;
extern const unsigned long CV4L2_QUERYBUF;
extern const unsigned long CV4L2_QBUF;
extern const unsigned long CV4L2_DQBUF;
extern const unsigned long CV4L2_STREAMON;
extern const unsigned long CV4L2_STREAMOFF;
extern const unsigned long CV4L2_G_INPUT;
extern const unsigned long CV4L2_ENUMINPUT;
extern const unsigned long CV4L2_QUERYCTRL;
extern const unsigned long CV4L2_G_CTRL;
extern const unsigned long CV4L2_S_CTRL;
extern const unsigned long CV4L2_SUBSCRIBE_EVENT;
extern const unsigned long CV4L2_DQEVENT;

#endif
