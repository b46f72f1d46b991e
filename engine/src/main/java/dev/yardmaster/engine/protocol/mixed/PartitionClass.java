package dev.yardmaster.engine.protocol.mixed;

/** The classes of partitions that are alike. All partitions of a class have the same part. */
enum PartitionClass {
  /** Hardly any transaction accesses another partition, too. */
  LOCAL,
  /** Many transactions access another partition, too. */
  CROSS,
  /** The same as {@link #LOCAL}, and nearly all accesses are reads. */
  LOCAL_READ,
  /** The same as {@link #CROSS}, and nearly all accesses are reads. */
  CROSS_READ;

  private static final double MIN_CROSS = 0.1;
  private static final double MIN_READS = 0.98;

  /**
   * Returns the class of a partition.
   *
   * @param crossShare the share of its transactions that access other partitions, too
   * @param readShare the share of the accesses that are reads
   */
  static PartitionClass of(double crossShare, double readShare) {
    boolean isCross = crossShare >= MIN_CROSS;
    if (readShare >= MIN_READS) {
      return isCross ? CROSS_READ : LOCAL_READ;
    }
    return isCross ? CROSS : LOCAL;
  }
}
