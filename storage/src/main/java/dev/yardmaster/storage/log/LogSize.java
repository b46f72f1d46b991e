package dev.yardmaster.storage.log;

/**
 * How large the log is, and what was done since it was begun.
 *
 * @param bytes length of all segments
 * @param segments how many there are
 * @param transactions how many were written
 * @param groups in how many writes
 * @param forces how often the disk was waited for
 */
public record LogSize(long bytes, int segments, long transactions, long groups, long forces) {

  LogSize withForces(long other) {
    return new LogSize(bytes, segments, transactions, groups, other);
  }

  LogSize without(long segmentBytes) {
    return new LogSize(bytes - segmentBytes, segments - 1, transactions, groups, forces);
  }
}
