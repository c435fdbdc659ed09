import Capture
import Imaging
import Recognition
