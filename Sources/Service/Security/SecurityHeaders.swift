extension HTTPResponse {
  /// Puts on what keeps browsers from using a response in any way it is not meant for.
  mutating func secure() {
    set(
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        + "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    set("X-Content-Type-Options", "nosniff")
    set("X-Frame-Options", "DENY")
    // Without any referrer, a browser hides where its own page's forms come from too.
    set("Referrer-Policy", "same-origin")
    set("Cross-Origin-Resource-Policy", "same-origin")
    set("Cross-Origin-Opener-Policy", "same-origin")
    if header("Cache-Control") == nil { set("Cache-Control", "no-store") }
  }
}
