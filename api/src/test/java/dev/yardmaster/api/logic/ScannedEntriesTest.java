package dev.yardmaster.api.logic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ScannedEntriesTest {

  private static final int KEYS = 12;

  private static Key key(int id) {
    return id % 3 == 0 ? Key.of("t", "k" + (char) ('a' + id)) : Key.of("t", id);
  }

  private static byte[] value(SplittableRandom random) {
    byte[] value = new byte[4];
    random.nextBytes(value);
    return value;
  }

  private static ScannedEntries find(NavigableMap<Key, byte[]> committed, Scan scan) {
    ScannedEntries found = new ScannedEntries();
    for (var entry : (scan.backward() ? committed.descendingMap() : committed).entrySet()) {
      if (scan.covers(entry.getKey())) {
        if (found.size() == scan.limit()) {
          found.cut();
          break;
        }
        found.add(entry.getKey(), entry.getValue());
      }
    }
    return found;
  }

  /**
   * Returns the keys that a transaction must see if it applies its writes to all committed entries.
   */
  private static List<Key> expected(
      NavigableMap<Key, byte[]> committed, Map<Key, byte[]> writes, Scan scan) {
    NavigableMap<Key, byte[]> applied = new TreeMap<>(committed);
    writes.forEach(
        (key, value) -> {
          if (value == null) {
            applied.remove(key);
          } else {
            applied.put(key, value);
          }
        });
    List<Key> seen = new ArrayList<>();
    for (Key key : scan.backward() ? applied.descendingKeySet() : applied.keySet()) {
      if (scan.covers(key) && seen.size() < scan.limit()) {
        seen.add(key);
      }
    }
    return seen;
  }

  @Test
  void aTransactionSeesItsWritesAsIfTheyWereApplied() {
    for (long seed = 1; seed <= 3_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      NavigableMap<Key, byte[]> committed = new TreeMap<>();
      Map<Key, byte[]> writes = new HashMap<>();
      int deleted = 0;
      Key from = key(random.nextInt(KEYS));
      Key to = key(random.nextInt(KEYS));
      Key low = from.compareTo(to) < 0 ? from : to;
      Key end = random.nextInt(3) == 0 ? null : low.equals(from) ? to : from;
      Scan scan = new Scan(low, end, 1 + random.nextInt(KEYS), random.nextBoolean());
      for (int id = 0; id < KEYS; id++) {
        if (random.nextInt(3) > 0) {
          committed.put(key(id), value(random));
        }
        if (random.nextInt(3) == 0) {
          boolean deletes = random.nextBoolean();
          writes.put(key(id), deletes ? null : value(random));
          deleted += deletes && scan.covers(key(id)) ? 1 : 0;
        }
      }
      // The scan has the limit that an interactive transaction requests, which is the logic's
      // limit plus the number of the transaction's own deletions.
      Scan asked = new Scan(scan.from(), scan.to(), scan.limit() + deleted, scan.backward());
      Map<Key, byte[]> seen = find(committed, asked).under(scan, writes);
      String at = "seed " + seed + ": " + scan;
      assertEquals(expected(committed, writes, scan), List.copyOf(seen.keySet()), at);
      seen.forEach(
          (key, value) -> {
            byte[] stored = writes.containsKey(key) ? writes.get(key) : committed.get(key);
            assertArrayEquals(stored, value, at);
            assertNotSame(stored, value, at);
          });
    }
  }

  @Test
  void whatLiesBehindAScanThatWasCutIsNotSeen() {
    NavigableMap<Key, byte[]> committed = new TreeMap<>();
    for (int id : new int[] {1, 2, 4, 5}) {
      committed.put(Key.of("t", id), new byte[] {1});
    }
    Map<Key, byte[]> writes = new HashMap<>();
    writes.put(Key.of("t", 1), null);
    writes.put(Key.of("t", 3), new byte[] {2});
    Scan scan = Scan.forward(Key.of("t", 0), null, 2);
    // The scan stopped before 3, so it is unknown whether 3 or another key follows 2.
    assertEquals(
        List.of(Key.of("t", 2)), List.copyOf(find(committed, scan).under(scan, writes).keySet()));
    Scan backward = Scan.backward(Key.of("t", 0), null, 2);
    writes.put(Key.of("t", 5), null);
    assertEquals(
        List.of(Key.of("t", 4)),
        List.copyOf(find(committed, backward).under(backward, writes).keySet()));
  }
}
