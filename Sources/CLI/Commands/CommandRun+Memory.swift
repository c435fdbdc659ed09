import CMalloc

extension CommandRun {
  /// Makes the C library give memory of a picture's size back to the system as soon as it is free.
  ///
  /// Left to itself it raises the size from which it does so with each block that is freed, up to 32 MB,
  /// and keeps what pictures and models of different sizes needed once: 60 MB in a batch of photographs.
  func returnLargeBlocks() {
    _ = mallopt(M_MMAP_THRESHOLD, 1 << 20)
  }
}
