package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * The first word in front of a record, for all protocols that store the row in the record itself.
 * The protocol defines the words after the header, and the rules for changing the header and these
 * words.
 *
 * <pre>
 *   63                                  3   2      1        0
 *   | version                           | dead | absent | locked |
 * </pre>
 *
 * <p>Silo's word has a lock bit, a latest-version bit and an absent bit (SOSP 2013, section 4.2);
 * the words in the papers of the other protocols have a subset of these bits.
 */
public final class RecordHeader {

  /** The number of words of the header. */
  public static final int WORDS = 1;

  private static final long LOCKED = 1;
  private static final long ABSENT = 2;

  /** The bit that marks a dead record, which was permanently removed from its index. */
  private static final long DEAD = 4;

  private static final int STATUS_BITS = 3;

  private RecordHeader() {}

  /** Returns the header of a present record. */
  public static long present(long version) {
    return version << STATUS_BITS;
  }

  /** Returns the header of an absent record. */
  public static long absent(long version) {
    return (version << STATUS_BITS) | ABSENT;
  }

  /** Returns the header with the lock bit set. */
  public static long locked(long header) {
    return header | LOCKED;
  }

  /** Returns the header with the dead bit set. */
  public static long dead(long header) {
    return header | DEAD;
  }

  /** Returns the version in the header. Both present and absent records have a version. */
  public static long version(long header) {
    return header >>> STATUS_BITS;
  }

  /** Returns whether a committing transaction has locked the record. */
  public static boolean isLocked(long header) {
    return (header & LOCKED) != 0;
  }

  /** Returns whether the record is absent. */
  public static boolean isAbsent(long header) {
    return (header & ABSENT) != 0;
  }

  /** Returns whether the record was permanently removed from its index. */
  public static boolean isDead(long header) {
    return (header & DEAD) != 0;
  }

  /** Returns the header of an access's record. */
  public static long of(SharedWords words, Access access) {
    return words.get(access.slab(), access.at());
  }

  /** Implements {@link Protocol#initialize}. */
  static void initialize(Table table, int record, long stamp) {
    set(table, record, absent(stamp));
  }

  /** Implements {@link Protocol#load}. */
  static void load(Table table, int record, Row row) {
    Records records = table.records();
    records.putRow(record, records.slab(record), records.at(record), row);
    set(table, record, present(Protocol.LOADED_VERSION));
  }

  private static void set(Table table, int record, long header) {
    Records records = table.records();
    Records.setWord(records.slab(record), records.at(record), header);
  }

  /**
   * Installs the write of an access in the access's record, and unlocks the record. The transaction
   * must have locked the record. Does nothing if another access installs the write.
   */
  public static void install(SharedWords words, Access access, long version) {
    if (!access.installs()) {
      return;
    }
    boolean deleted = access.operation() == Access.Operation.DELETE;
    if (!deleted) {
      access.putRow(words);
    }
    words.set(access.slab(), access.at(), deleted ? absent(version) : present(version));
  }

  /**
   * Implements {@link ConcurrencyControl#decide} for protocols that have locked the written
   * records: returns the highest version of these records plus 1.
   */
  public static long versionAfterWrites(SharedWords words, AccessList accesses) {
    long highest = 0;
    for (int i = 0; i < accesses.writes(); i++) {
      highest = Math.max(highest, version(of(words, accesses.write(i))));
    }
    return highest + 1;
  }

  /**
   * Implements {@link ConcurrencyControl#reclaim}; the worker must have exclusive access to the
   * record.
   */
  public static long reclaim(SharedWords words, long[] slab, int at) {
    long header = words.get(slab, at);
    if (!isAbsent(header) || isDead(header)) {
      return ConcurrencyControl.IN_USE;
    }
    words.set(slab, at, dead(header));
    return version(header);
  }
}
