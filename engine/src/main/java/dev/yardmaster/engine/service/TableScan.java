package dev.yardmaster.engine.service;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.engine.durable.TypedScan;
import dev.yardmaster.engine.redo.ScannedTables;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.service.keys.NamedTable;
import dev.yardmaster.engine.service.keys.StoredValue;
import dev.yardmaster.engine.service.worker.ServiceWorker;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableKeys;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;

/**
 * All tables of a service as a store from which checkpoints read. The store supports only scans. A
 * scan consists of many small transactions and is not a snapshot: it may miss writes that commit
 * during the scan. One thread uses the object, with a service worker that only this object uses.
 */
@NullUnmarked // Internal: fields and results may be null.
final class TableScan extends ScannedTables {

  private static final int ROWS_AT_ONCE = 256;
  private static final int BYTES_AT_ONCE = 1 << 20;

  /** A key with its newest value. */
  @SuppressWarnings("ArrayRecordComponent") // The record is never compared.
  private record Found(Key key, byte[] value, long version) implements Entry {}

  private final ServiceWorker serviceWorker;
  private final TypedScan typed;
  private final KeyTables tables;
  private final List<Found> found = new ArrayList<>();
  private long foundBytes;
  private final Predicate<Key> isTyped;

  @Shared(
      writers = "the closing thread",
      readers = "the thread of the checkpoints",
      access = "volatile")
  private volatile boolean ending;

  TableScan(ServiceWorker serviceWorker, Map<String, Table> typedTables, KeyTables tables) {
    this.serviceWorker = serviceWorker;
    typed = new TypedScan(typedTables, serviceWorker.worker(), false);
    isTyped = key -> key.definedTable() != null || typedTables.containsKey(key.table());
    this.tables = tables;
  }

  @Override
  protected void scan(Key from, Visitor visitor) {
    if (from == null || isTyped.test(from)) {
      boolean[] goesOn = {true};
      typed.entries(from, null, false, entry -> goesOn[0] = visitor.visit(entry));
      if (goesOn[0]) {
        scanKeys(null, visitor);
      }
    } else {
      scanKeys(from, visitor);
    }
  }

  private void scanKeys(Key from, Visitor visitor) {
    for (NamedTable named : tables.inOrder()) {
      if (from == null || !named.isBefore(from)) {
        Key begin = from != null && named.holds(from) ? from : null;
        if (!scan(named, begin, visitor)) {
          return;
        }
      }
    }
  }

  /** Scans one table. Returns whether the scan must continue with the next table. */
  private boolean scan(NamedTable named, Key from, Visitor visitor) {
    Key last = from;
    boolean first = true;
    do {
      Key begin = last;
      boolean inclusive = first;
      readPage(named, begin, inclusive);
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

  /**
   * Reads the next rows of a table in one transaction. After each conflict, the method tries again
   * with half the number of rows.
   */
  private void readPage(NamedTable named, Key from, boolean inclusive) {
    int[] most = {ROWS_AT_ONCE};
    RecordLogic reading = records -> read(records, named, from, inclusive, most[0]);
    serviceWorker.point().expectNothing();
    serviceWorker.worker().begin();
    AttemptResult ended = serviceWorker.worker().attempt(reading);
    while (ended != AttemptResult.COMMITTED) {
      if (ended == AttemptResult.FAILED) {
        throw new IllegalStateException("tables cannot be read", serviceWorker.worker().failure());
      }
      if (ending) {
        throw new IllegalStateException("the scan was abandoned because the service ends");
      }
      // The transaction reads at least two rows, because the first row may be the last row of the
      // previous page.
      most[0] = Math.max(2, most[0] / 2);
      serviceWorker.worker().again();
      ended = serviceWorker.worker().attempt(reading);
    }
  }

  /**
   * Lets the scanning thread abandon a scan that has to repeat a read. Any thread may call this
   * method.
   */
  void end() {
    ending = true;
    typed.end();
  }

  private void read(
      RecordTransaction records, NamedTable named, Key from, boolean inclusive, int most) {
    found.clear();
    foundBytes = 0;
    Table table = named.table();
    byte[] begin = from == null ? named.lowest() : TableKeys.rest(from);
    long number = from == null ? Long.MIN_VALUE : TableKeys.number(from, begin);
    byte[] end = named.highest();
    int visited =
        records.scan(
            table,
            number,
            begin,
            Long.MAX_VALUE,
            end,
            most,
            false,
            (key, rest, row) -> take(named.key(key, rest), from, inclusive, row));
    // A range excludes its upper bound, so the record with the highest number is read separately.
    boolean atEnd = end == null && visited < most && foundBytes < BYTES_AT_ONCE;
    Row row = atEnd ? records.read(table, Long.MAX_VALUE) : null;
    if (row != null) {
      var unused = take(named.key(Long.MAX_VALUE, null), from, inclusive, row);
    }
  }

  /** Adds a row to the page. Returns whether the page has room for another row. */
  private boolean take(Key key, Key from, boolean inclusive, Row row) {
    if (inclusive || !key.equals(from)) {
      byte[] value = StoredValue.value(row.value());
      found.add(new Found(key, value, StoredValue.version(row.value())));
      foundBytes += value == null ? 0 : value.length;
    }
    return foundBytes < BYTES_AT_ONCE;
  }
}
