package dev.yardmaster.storage.log;

/**
 * The size of the log, and totals since the log was opened.
 *
 * @param bytes length of all segments that are kept
 * @param segments number of segments that are kept
 * @param writtenBytes length of all groups written, including the padding of their last blocks
 * @param transactions number of transactions written
 * @param groups number of groups written
 * @param forces number of forces to the disk
 */
public record LogSize(
    long bytes, int segments, long writtenBytes, long transactions, long groups, long forces) {

  /** No log. */
  public static final LogSize NONE = new LogSize(0, 0, 0, 0, 0, 0);

  LogSize withForces(long other) {
    return new LogSize(bytes, segments, writtenBytes, transactions, groups, other);
  }

  LogSize without(long segmentBytes) {
    return new LogSize(
        bytes - segmentBytes, segments - 1, writtenBytes, transactions, groups, forces);
  }
}
