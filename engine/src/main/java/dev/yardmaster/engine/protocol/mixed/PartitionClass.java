package dev.yardmaster.engine.protocol.mixed;

/**
 * The classes of partitions with similar workloads. The chooser selects one protocol for all
 * partitions of a class.
 */
enum PartitionClass {
  /** Less than about 10% of the partition's transactions also access other partitions. */
  LOCAL,
  /** About 10% or more of the partition's transactions also access other partitions. */
  CROSS,
  /** As {@link #LOCAL}, and about 98% or more of the accesses are reads. */
  LOCAL_READ,
  /** As {@link #CROSS}, and about 98% or more of the accesses are reads. */
  CROSS_READ;

  private static final double MIN_CROSS = 0.1;
  private static final double MIN_READS = 0.98;

  /**
   * The hysteresis factor. When the share of cross-partition transactions or of writes has exceeded
   * its limit, the partition changes back to the other class only if the share falls below the
   * limit divided by this factor. So random fluctuations do not change the class again and again.
   */
  private static final double MARGIN = 3;

  /**
   * Returns the class of a partition.
   *
   * @param crossShare the share of the partition's transactions that also access other partitions,
   *     0 to 1
   * @param readShare the share of the accesses that are reads, 0 to 1
   * @param before the partition's current class; null if it has none
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
