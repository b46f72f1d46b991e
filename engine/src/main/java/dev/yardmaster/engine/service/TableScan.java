package dev.yardmaster.engine.service;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.Ended;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.storage.VersionedStore;
import java.util.ArrayList;
import java.util.List;

/**
 * All tables as a store that can only be scanned, for checkpoints. A scan is a row of small
 * transactions, so it is of no one moment: what is written while it goes on it may see or miss.
 * Used by one thread, with a seat of its own.
 */
final class TableScan implements VersionedStore {

  private static final int ROWS_AT_ONCE = 256;

  /** A key with its newest value. */
  @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
  private record Found(Key key, byte[] value, long version) implements Entry {}

  private final Seat seat;
  private final KeyTables tables;
  private final List<Found> found = new ArrayList<>();

  TableScan(Seat seat, KeyTables tables) {
    this.seat = seat;
    this.tables = tables;
  }

  @Override
  public void scan(Key from, Key to, Visitor visitor) {
    for (NamedTable named : tables.inOrder()) {
      if (from == null || !named.isBefore(from)) {
        Key begin = from != null && named.holds(from) ? from : null;
        if (!scan(named, begin, visitor)) {
          return;
        }
      }
    }
  }

  /** Whether the scan goes on behind this table. */
  private boolean scan(NamedTable named, Key from, Visitor visitor) {
    Key last = from;
    boolean first = true;
    do {
      Key begin = last;
      boolean inclusive = first;
      seat.point().expectNothing();
      seat.worker().begin(true);
      while (seat.worker().attempt(records -> read(records, named, begin, inclusive))
          != Ended.COMMITTED) {
        seat.worker().again();
      }
      for (Found entry : found) {
        if (!visitor.visit(entry)) {
          return false;
        }
        last = entry.key();
      }
      first = false;
    } while (!found.isEmpty());
    return true;
  }

  private void read(RecordTransaction records, NamedTable named, Key from, boolean inclusive) {
    found.clear();
    Table table = named.table();
    byte[] begin = from == null ? named.lowest() : KeyTables.rest(from);
    long number = from == null ? Long.MIN_VALUE : KeyTables.number(from, begin);
    byte[] end = named.highest();
    var unused =
        records.scan(
            table,
            number,
            begin,
            Long.MAX_VALUE,
            end,
            ROWS_AT_ONCE,
            false,
            (key, rest, row) -> take(named.key(key, rest), from, inclusive, row));
    if (end == null) {
      // A range ends before its last number.
      Row row = found.size() < ROWS_AT_ONCE ? records.read(table, Long.MAX_VALUE) : null;
      if (row != null) {
        take(named.key(Long.MAX_VALUE, null), from, inclusive, row);
      }
    }
  }

  private boolean take(Key key, Key from, boolean inclusive, Row row) {
    if (inclusive || !key.equals(from)) {
      found.add(new Found(key, StoredValue.value(row.value()), StoredValue.version(row.value())));
    }
    return true;
  }

  @Override
  public Entry get(Key key, long fingerprint) {
    throw onlyScanned();
  }

  @Override
  public boolean write(Key key, long fingerprint, byte[] value, long version) {
    throw onlyScanned();
  }

  @Override
  public void purgeTombstones(long watermark) {}

  @Override
  public int forget(Key from, Key to, int most) {
    return 0;
  }

  @Override
  public int size() {
    throw onlyScanned();
  }

  @Override
  public int reservedSize() {
    return 0;
  }

  private static UnsupportedOperationException onlyScanned() {
    return new UnsupportedOperationException("it is only scanned");
  }
}
