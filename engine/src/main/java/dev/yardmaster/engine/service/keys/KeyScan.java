package dev.yardmaster.engine.service.keys;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.engine.index.OrderedIndex;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableKeys;
import dev.yardmaster.engine.transaction.RecordTransaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A scan that the logic has requested, with the stored values that it has found. The scan covers
 * all tables of one table name in the API: one table for each kind of keys. One thread uses a scan.
 */
public final class KeyScan {

  private static final Key.Kind[] KINDS = Key.Kind.values();

  private final Scan scan;
  private final long maxBytes;
  private long bytes;
  private final List<Key> keys = new ArrayList<>();
  private final List<byte[]> stored = new ArrayList<>();

  /** Creates a scan without results. */
  public KeyScan(Scan scan) {
    this(scan, Long.MAX_VALUE);
  }

  /**
   * Creates a scan without results. The scan also stops when the total length of the values that it
   * has found reaches a limit.
   *
   * @param maxBytes the limit in bytes; the scan can find one entry even if it is longer
   */
  public KeyScan(Scan scan, long maxBytes) {
    this.scan = scan;
    this.maxBytes = maxBytes;
  }

  public Scan scan() {
    return scan;
  }

  /** Runs the scan from the start, and replaces earlier results. */
  void run(RecordTransaction records, KeyTables tables) {
    keys.clear();
    stored.clear();
    bytes = 0;
    int first = scan.from().kind().ordinal();
    int last = scan.isToTableEnd() ? KINDS.length - 1 : scan.to().kind().ordinal();
    for (int i = 0; i <= last - first && !isCut(); i++) {
      run(records, tables, KINDS[scan.backward() ? last - i : first + i]);
    }
  }

  /**
   * Scans the keys of one kind. Creates the table if it does not exist, because other transactions
   * may insert into the table later.
   */
  private void run(RecordTransaction records, KeyTables tables, Key.Kind kind) {
    String name = scan.from().table();
    Table table = tables.of(name, kind);
    NamedTable named = new NamedTable(name, kind, table);
    boolean begins = kind == scan.from().kind();
    byte[] fromRest = begins ? TableKeys.rest(scan.from()) : named.lowest();
    long from = begins ? TableKeys.number(scan.from(), fromRest) : Long.MIN_VALUE;
    boolean ends = !scan.isToTableEnd() && kind == scan.to().kind();
    byte[] toRest = ends ? TableKeys.rest(scan.to()) : OrderedIndex.UNBOUNDED;
    long to = ends ? TableKeys.number(scan.to(), toRest) : Long.MAX_VALUE;
    var unused =
        records.scan(
            table,
            from,
            fromRest,
            to,
            toRest,
            scan.limit() - keys.size(),
            scan.backward(),
            (key, rest, row) -> take(named.key(key, rest), row));
  }

  private boolean take(Key key, Row row) {
    keys.add(key);
    stored.add(row.value());
    bytes += row.value().length;
    return bytes < maxBytes;
  }

  private boolean isCut() {
    return keys.size() == scan.limit() || bytes >= maxBytes;
  }

  /** Returns the results in the form in which the logic receives them. */
  public ScannedEntries entries() {
    ScannedEntries entries = new ScannedEntries();
    for (int i = 0; i < keys.size(); i++) {
      entries.add(keys.get(i), StoredValue.value(stored.get(i)));
    }
    if (isCut()) {
      entries.cut();
    }
    return entries;
  }

  /**
   * Compares the results with the results of an equal scan at a later time. Returns a conflict on a
   * key that only one of the two scans has found, or for which they have found different values.
   * Returns null if all results are equal.
   */
  public ConflictReport changedUntil(KeyScan later) {
    Map<Key, byte[]> now = later.byKey();
    for (int i = 0; i < keys.size(); i++) {
      byte[] found = now.remove(keys.get(i));
      if (found != stored.get(i)) {
        return conflict(keys.get(i), stored.get(i), found);
      }
    }
    if (now.isEmpty()) {
      return null;
    }
    Map.Entry<Key, byte[]> more = now.entrySet().iterator().next();
    return conflict(more.getKey(), null, more.getValue());
  }

  private Map<Key, byte[]> byKey() {
    Map<Key, byte[]> found = new HashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      found.put(keys.get(i), stored.get(i));
    }
    return found;
  }

  private static ConflictReport conflict(Key key, byte[] saw, byte[] found) {
    return new ConflictReport(
        key,
        AbortCause.RANGE,
        StoredValue.version(saw),
        StoredValue.version(found),
        StoredValue.transactionId(found));
  }
}
