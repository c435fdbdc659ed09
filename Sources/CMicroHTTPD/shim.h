#include <microhttpd.h>

// Functions with variable arguments, which Swift cannot call.
static inline struct MHD_Daemon *CMicroHTTPD_start(unsigned int flags, MHD_AccessHandlerCallback handler,
                                                   void *closure, struct MHD_OptionItem *options) {
  return MHD_start_daemon(flags, 0, NULL, NULL, handler, closure, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static inline int CMicroHTTPD_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}
