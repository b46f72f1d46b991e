package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * The first word in front of a record whose row lies in it, whatever the protocol; what comes
 * behind it, and who may change it, is up to the protocol.
 *
 * <pre>
 *   63                                  3   2      1        0
 *   | version                           | dead | absent | locked |
 * </pre>
 *
 * <p>Silo's has a lock bit, a latest-version bit and an absent bit (SOSP 2013, section 4.2); the
 * others' papers have a subset of them.
 */
public final class RecordHeader {

  private static final long LOCKED = 1;
  private static final long ABSENT = 2;

  /** The record has left its index for good. */
  private static final long DEAD = 4;

  private static final int STATUS_BITS = 3;

  private RecordHeader() {}

  /** Of a record that has a row. */
  public static long present(long version) {
    return version << STATUS_BITS;
  }

  /** Of a record that has none. */
  public static long absent(long version) {
    return (version << STATUS_BITS) | ABSENT;
  }

  /** The same, locked. */
  public static long locked(long header) {
    return header | LOCKED;
  }

  /** The same, reclaimed. */
  public static long dead(long header) {
    return header | DEAD;
  }

  /** The version that is there, or as of which the record is absent. */
  public static long version(long header) {
    return header >>> STATUS_BITS;
  }

  /** Whether a transaction that is about to commit has locked it. */
  public static boolean isLocked(long header) {
    return (header & LOCKED) != 0;
  }

  /** Whether there is no row. */
  public static boolean isAbsent(long header) {
    return (header & ABSENT) != 0;
  }

  /** Whether the record has left its index for good. */
  public static boolean isDead(long header) {
    return (header & DEAD) != 0;
  }

  /** The header of an access's record. */
  public static long of(Access access) {
    return Records.word(access.slab(), access.at());
  }

  /** Does what {@link Protocol#initialize} says. */
  static void initialize(Table table, int record, long stamp) {
    set(table, record, absent(stamp));
  }

  /** Does what {@link Protocol#load} says. */
  static void load(Table table, int record, Row row) {
    Records records = table.records();
    records.putRow(record, records.slab(record), records.at(record), row);
    set(table, record, present(Protocol.LOADED_VERSION));
  }

  private static void set(Table table, int record, long header) {
    Records records = table.records();
    Records.setWord(records.slab(record), records.at(record), header);
  }

  /** Puts what an access writes into its record, which nobody else may write. Unlocks it. */
  public static void install(Access access, long version) {
    boolean deleted = access.operation() == Access.Operation.DELETE;
    if (!deleted) {
      access.putRow();
    }
    Records.setWord(access.slab(), access.at(), deleted ? absent(version) : present(version));
  }
}
