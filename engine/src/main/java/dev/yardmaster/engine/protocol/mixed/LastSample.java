package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;

/**
 * A worker's last sampled transaction: its partitions, and the records that it has written, in a
 * table of fixed size in which a later record replaces an earlier one. Only the worker's thread
 * uses the object.
 *
 * <pre>
 *   entry   | number of the sample (32 bits) | hash of the record (32 bits) |
 * </pre>
 */
final class LastSample {

  private static final int SIZE = 256;

  private final long[] entries = new long[SIZE];

  /** The number of the last sample with an access to each partition. */
  private final int[] samples;

  private int sample;

  LastSample(int partitions) {
    samples = new int[partitions];
  }

  /**
   * Replaces the sample by a transaction. Returns whether this transaction accesses a record that
   * the previous sample has written.
   */
  boolean replace(AccessSet accesses) {
    long previous = (long) sample << Integer.SIZE;
    sample++;
    long now = (long) sample << Integer.SIZE;
    boolean meets = false;
    for (int i = 0; i < accesses.size(); i++) {
      Access access = accesses.get(i);
      if (AccessSet.isMissing(access)) {
        continue;
      }
      int hash = (access.record() + 31 * access.table().number()) * 0x9E3779B1;
      long bits = hash & 0xFFFFFFFFL;
      int at = hash >>> (Integer.SIZE - 8);
      meets |= entries[at] == (previous | bits);
      if (access.isWrite()) {
        entries[at] = now | bits;
      }
    }
    return meets;
  }

  /** Returns whether a partition has not been passed to this method since the last sample. */
  boolean isFirstIn(int partition) {
    boolean isFirst = samples[partition] != sample;
    samples[partition] = sample;
    return isFirst;
  }
}
