package dev.yardmaster.storage.hbase;

import static dev.yardmaster.storage.hbase.Calls.Kind.WRITE;
import static dev.yardmaster.storage.hbase.RowFormat.DATA;
import static dev.yardmaster.storage.hbase.RowFormat.STATE_ROW;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.storage.hbase.TableState.Owner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * The right of one start of one data directory to write to a table. Each start increments the epoch
 * in the directory's file. Then it writes the epoch to the table, provided that the table has the
 * identity of the directory and a lower epoch. So if two copies of a directory start, the later
 * start takes the table, and the other one can no longer commit. If both start at the same time
 * with the same epoch, they differ in the owner's random number, and only one of them finds its own
 * number in the table.
 *
 * <p>The state is changed only if the row still names this owner. The row's timestamps are a
 * counter of changes and not times, because the clocks of region servers may be set back.
 */
final class Ownership {

  private static final byte[] OWNER = {'o'};
  private static final byte[] STATE = {'s'};

  private final Tables table;
  private final Calls calls;
  private final Owner owner;
  private final LongSupplier clockNs;

  // Only the thread that writes uses the following fields.
  private long changes;
  private TableState state;

  @Shared(
      writers = "the thread that writes, the watch",
      readers = "the thread that writes",
      access = "volatile; a lost update only repeats a check")
  private volatile long checkedNs;

  private Ownership(
      Tables table,
      Calls calls,
      Owner owner,
      LongSupplier clockNs,
      long changes,
      TableState state) {
    this.table = table;
    this.calls = calls;
    this.owner = owner;
    this.clockNs = clockNs;
    this.changes = changes;
    this.state = state;
    checkedNs = clockNs.getAsLong();
  }

  /**
   * Takes a table for the next start of a data directory.
   *
   * @param folder the folder of the directory's file
   * @throws IOException if HBase does not answer, or if the table belongs to another directory, or
   *     to a later start of a copy of this directory
   */
  static Ownership take(Tables table, Calls calls, Path folder, LongSupplier clockNs)
      throws IOException {
    OwnerFile file = OwnerFile.read(folder).nextEpoch();
    Result row = calls.once(WRITE, () -> table.get().get(new Get(STATE_ROW)));
    byte[] before = row.getValue(DATA, OWNER);
    if (before == null) {
      if (file.created()) {
        throw refused(
            table,
            "is empty, but the data directory had its data there; the table was"
                + " dropped or replaced");
      }
    } else {
      check(table, file, Owner.decode(before));
    }
    file.write(folder);
    Cell cell = row.getColumnLatestCell(DATA, STATE);
    TableState state = cell == null ? TableState.NEW : TableState.decode(row.getValue(DATA, STATE));
    long changes = cell == null ? 0 : cell.getTimestamp();
    Ownership taken = new Ownership(table, calls, file.newOwner(), clockNs, changes, state);
    if (!taken.change(before, state)) {
      throw refused(table, "was taken by another server at the same time");
    }
    if (!file.created()) {
      file.isCreated().write(folder);
    }
    return taken;
  }

  private static void check(Tables table, OwnerFile file, Owner present) throws IOException {
    if (!present.id().equals(file.id())) {
      throw refused(
          table,
          "belongs to another data directory; name another table, or drop this one if its data are"
              + " not needed: owner="
              + present.id()
              + ", directory="
              + file.id());
    }
    if (present.epoch() >= file.epoch()) {
      throw refused(
          table,
          "was used by a later start of a copy of this data directory: epoch="
              + present.epoch()
              + ", directory's="
              + file.epoch());
    }
  }

  private static IOException refused(Tables table, String why) {
    return new IOException("the table " + table.name() + " " + why);
  }

  /** Returns the state that was written last. */
  TableState state() {
    return state;
  }

  /**
   * Replaces the state.
   *
   * @throws IOException if HBase does not answer, or the table has another owner
   */
  void set(TableState next) throws IOException {
    if (!change(owner.encode(), next)) {
      throw lost();
    }
    state = next;
  }

  private boolean change(byte @Nullable [] before, TableState next) throws IOException {
    Put put = new Put(STATE_ROW);
    long change = ++changes;
    put.addColumn(DATA, OWNER, change, owner.encode());
    put.addColumn(DATA, STATE, change, next.encode());
    put.setDurability(Durability.FSYNC_WAL);
    CheckAndMutate.Builder condition = CheckAndMutate.newBuilder(STATE_ROW);
    CheckAndMutate checked =
        (before == null
                ? condition.ifNotExists(DATA, OWNER)
                : condition.ifEquals(DATA, OWNER, before))
            .build(put);
    boolean changed = calls.once(WRITE, () -> table.get().checkAndMutate(checked).isSuccess());
    // If an answer is lost, the client repeats the call. The repeated call reports no change,
    // because it finds the row that the first call has written. So the row's owner is checked.
    if (changed || isOwner(WRITE)) {
      checkedNs = clockNs.getAsLong();
      return true;
    }
    return false;
  }

  private boolean isOwner(Calls.Kind kind) throws IOException {
    Get get = new Get(STATE_ROW).addColumn(DATA, OWNER);
    byte[] found = calls.once(kind, () -> table.get().get(get).getValue(DATA, OWNER));
    return Arrays.equals(owner.encode(), found);
  }

  /**
   * Checks that this start still owns the table, unless a recent check has succeeded.
   *
   * @param kind the purpose of the check
   * @param maxAgeNs the maximum age of a recent check, in ns
   * @throws IOException if HBase does not answer, or the table has another owner
   */
  void check(Calls.Kind kind, long maxAgeNs) throws IOException {
    long nowNs = clockNs.getAsLong();
    if (nowNs - checkedNs < maxAgeNs) {
      return;
    }
    if (!isOwner(kind)) {
      throw lost();
    }
    checkedNs = nowNs;
  }

  private IOException lost() {
    IOException lost = refused(table, "has been taken by another server, so this one must end");
    calls.lose(String.valueOf(lost.getMessage()));
    return lost;
  }
}
