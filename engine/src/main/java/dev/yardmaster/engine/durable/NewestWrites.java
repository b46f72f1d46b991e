package dev.yardmaster.engine.durable;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.SharedWords;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The newest commits that have written records, so that a transaction without writes knows which
 * commits it can have read. Records share entries by a hash. An entry has the highest version in
 * the log of a commit that has written one of its records. A commit raises the entries before its
 * writes are visible, and a reader looks at them after it has read.
 */
final class NewestWrites {

  /**
   * The number of entries. A reader needlessly waits for a commit that has written another record
   * of the same entry; with 65,536 entries that is seldom, because only the commits of the last few
   * milliseconds are not on disk.
   */
  private static final int ENTRIES = 1 << 16;

  @Shared(
      writers = "workers in their commits",
      readers = "workers whose transactions have no writes",
      access = "volatile; only raised, by compare-and-set")
  private final AtomicLongArray versions = new AtomicLongArray(ENTRIES);

  /** Creates entries that no commit has raised. */
  NewestWrites() {}

  private static int entryOf(Access access) {
    int hash = (access.record() * 0x9E3779B1) ^ (access.table().number() * 0x85EBCA6B);
    return hash >>> (Integer.SIZE - 16);
  }

  /** Raises the entries of the records that a commit writes. */
  void raise(SharedWords words, AccessSet accesses, long version) {
    for (int i = 0; i < accesses.size(); i++) {
      if (accesses.get(i).isWrite()) {
        int entry = entryOf(accesses.get(i));
        words.changing(versions, entry);
        long seen = versions.get(entry);
        while (seen < version && !versions.weakCompareAndSetVolatile(entry, seen, version)) {
          seen = versions.get(entry);
        }
      }
    }
  }

  /** Returns a version that no commit exceeds that has written one of the records. */
  long newest(SharedWords words, AccessSet accesses) {
    long newest = 0;
    for (int i = 0; i < accesses.size(); i++) {
      if (!AccessSet.isMissing(accesses.get(i))) {
        int entry = entryOf(accesses.get(i));
        words.reading(versions, entry);
        newest = Math.max(newest, versions.get(entry));
      }
    }
    return newest;
  }
}
