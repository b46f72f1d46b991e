package dev.yardmaster.storage.log;

/**
 * The size of the log, and the totals of the writes since the log was opened.
 *
 * @param bytes the total length of all segments that are kept, in bytes
 * @param segments the number of segments that are kept
 * @param writtenBytes the total length of all written groups, including the padding of their last
 *     blocks, in bytes
 * @param transactions the number of written transactions
 * @param groups the number of written groups
 * @param forces the number of forces to disk
 */
public record LogSize(
    long bytes, int segments, long writtenBytes, long transactions, long groups, long forces) {

  /** The size and totals of a service without a log. */
  public static final LogSize NONE = new LogSize(0, 0, 0, 0, 0, 0);

  LogSize withForces(long other) {
    return new LogSize(bytes, segments, writtenBytes, transactions, groups, other);
  }

  LogSize without(long segmentBytes) {
    return new LogSize(
        bytes - segmentBytes, segments - 1, writtenBytes, transactions, groups, forces);
  }
}
