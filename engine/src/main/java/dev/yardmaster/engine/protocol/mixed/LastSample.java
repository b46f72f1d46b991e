package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;

/**
 * The last transaction that a worker has sampled: its partitions, and the records that it has
 * written. The records are in a hash table of fixed size, in which a later record replaces an
 * earlier one. Only the worker's thread uses the object.
 *
 * <pre>
 *   entry   | number of the sample (32 bits) | hash of the record (32 bits) |
 * </pre>
 */
final class LastSample {

  private static final int SIZE = 256;

  private final long[] entries = new long[SIZE];

  /** For each partition, the number of the last sample that accessed it. */
  private final int[] samples;

  private int sample;

  LastSample(int partitions) {
    samples = new int[partitions];
  }

  /**
   * Replaces the sample by another transaction. Returns whether the new transaction accesses a
   * record that the previously sampled transaction has written.
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

  /** Returns whether this is the first call for the partition since the last {@link #replace}. */
  boolean isFirstIn(int partition) {
    boolean isFirst = samples[partition] != sample;
    samples[partition] = sample;
    return isFirst;
  }
}
