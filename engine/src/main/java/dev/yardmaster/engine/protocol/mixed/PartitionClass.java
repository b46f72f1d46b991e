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
   * The share of cross-partition transactions, or of writes, must fall below its limit divided by
   * this factor before a partition with a higher share changes its class, so that chance does not
   * move a partition to and fro.
   */
  private static final double MARGIN = 3;

  /**
   * Returns the class of a partition.
   *
   * @param crossShare the share of its transactions that access other partitions, too
   * @param readShare the share of the accesses that are reads
   * @param before the partition's class so far; null if it has none
   */
  static PartitionClass of(double crossShare, double readShare, PartitionClass before) {
    boolean wasCross = before == CROSS || before == CROSS_READ;
    boolean wasWritten = before == CROSS || before == LOCAL;
    boolean isCross = crossShare >= (wasCross ? MIN_CROSS / MARGIN : MIN_CROSS);
    boolean isRead = readShare >= (wasWritten ? 1 - (1 - MIN_READS) / MARGIN : MIN_READS);
    if (isRead) {
      return isCross ? CROSS_READ : LOCAL_READ;
    }
    return isCross ? CROSS : LOCAL;
  }
}
