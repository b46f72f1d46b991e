package dev.yardmaster.storage.log;

/**
 * How large the log is, and what was done since it was begun.
 *
 * @param bytes length of all segments that are kept
 * @param segments how many there are
 * @param writtenBytes length of all groups written, with what fills up their last blocks
 * @param transactions how many were written
 * @param groups in how many writes
 * @param forces how often the disk was waited for
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
