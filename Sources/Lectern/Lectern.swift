@_exported public import Capture
@_exported public import Imaging
@_exported public import Recognition
@_exported public import Scanner
