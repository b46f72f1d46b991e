package dev.yardmaster.service;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.InteractiveTransaction;
import dev.yardmaster.api.logic.ScannedEntries;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The committed values of a {@code SerialService}, in a sorted map. The service's lock guards the
 * map.
 */
final class StoredKeys {

  private final NavigableMap<Key, byte[]> values = new TreeMap<>();

  byte[] value(Key key) {
    return values.get(key);
  }

  /** Applies writes. Null deletes a key. */
  void install(Map<Key, byte[]> writes) {
    writes.forEach(
        (key, value) -> {
          if (value == null) {
            values.remove(key);
          } else {
            values.put(key, value);
          }
        });
  }

  ScannedEntries find(Scan scan) {
    ScannedEntries found = new ScannedEntries();
    NavigableMap<Key, byte[]> range = values.subMap(scan.from(), true, scan.to(), false);
    for (var entry : (scan.backward() ? range.descendingMap() : range).entrySet()) {
      if (found.size() == scan.limit()) {
        found.cut();
        break;
      }
      found.add(entry.getKey(), entry.getValue());
    }
    return found;
  }

  static void checkCount(int scans) {
    if (scans > Scan.MAX_PER_TRANSACTION) {
      throw Failures.tooMany("scans", Scan.MAX_PER_TRANSACTION, scans);
    }
  }

  /** Returns the source of values for one interactive transaction. */
  InteractiveTransaction.Source source() {
    return new InteractiveTransaction.Source() {
      private int scans;

      @Override
      public byte[][] values(List<Key> keys) {
        return keys.stream().map(values::get).toArray(byte[][]::new);
      }

      @Override
      public ScannedEntries scan(Scan scan) {
        checkCount(++scans);
        return find(scan);
      }
    };
  }
}
