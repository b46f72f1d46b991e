package dev.yardmaster.engine.durable;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.SharedWords;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Contains, for each record, the log version of the newest commit that has written the record. A
 * transaction without writes needs these versions to determine which commits the transaction may
 * have read. Records are hashed to 65,536 entries, so several records share an entry. The value of
 * an entry is the highest log version of a commit that has written one of the entry's records. A
 * commit raises the entries of the records that it writes before its writes become visible. A
 * transaction without writes reads the entries after it has read the records.
 */
final class NewestWrites {

  /**
   * The number of entries. A reader waits unnecessarily if a commit that is not on disk yet has
   * written another record of the same entry. With 65,536 entries this is rare, because only the
   * commits of the last few milliseconds are not on disk.
   */
  private static final int ENTRIES = 1 << 16;

  @Shared(
      writers = "workers in their commits",
      readers = "workers whose transactions have no writes",
      access = "volatile; only raised, by compare-and-set")
  private final AtomicLongArray versions = new AtomicLongArray(ENTRIES);

  /** Creates the entries with version 0. */
  NewestWrites() {}

  private static int entryOf(Access access) {
    int hash = (access.record() * 0x9E3779B1) ^ (access.table().number() * 0x85EBCA6B);
    return hash >>> (Integer.SIZE - 16);
  }

  /** Raises the entries of the records that a commit writes to the commit's log version. */
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

  /**
   * Returns a version that is at least the version of every commit that has written one of the
   * given records.
   */
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
