package dev.yardmaster.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.yardmaster.api.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderedEntriesTest {

  private static StoredEntry entry(Key key) {
    return new StoredEntry(key, key.table(), 0);
  }

  /** Numbers, texts and byte strings of two tables, most of them in one table. */
  private static Key draw(SplittableRandom random, int range) {
    String table = random.nextInt(5) == 0 ? "a" : "b";
    int id = random.nextInt(range) - range / 2;
    return switch (random.nextInt(8)) {
      case 0 -> Key.of(table, "text" + id);
      case 1 -> Key.of(table, new byte[] {(byte) id, (byte) (id >> 8)});
      default -> Key.of(table, id);
    };
  }

  /** Adds, removes and visits entries, and compares with a sorted map. */
  private static void agreeWithMap(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int range = 1 << (4 + random.nextInt(9));
    OrderedEntries entries = new OrderedEntries();
    NavigableMap<Key, StoredEntry> map = new TreeMap<>();
    for (int step = 0; step < 6_000; step++) {
      String replay = "seed=" + seed + " step=" + step;
      // At first entries are mostly added, and in the second half they are mostly removed.
      boolean adds = random.nextInt(10) < (step < 3_000 ? 9 : 1);
      Key key = draw(random, range);
      StoredEntry present = adds ? map.get(key) : valueOf(map.ceilingEntry(key));
      if (adds && present == null) {
        StoredEntry added = entry(key);
        map.put(key, added);
        entries.add(key, added);
      } else if (!adds && present != null) {
        map.remove(present.key());
        entries.remove(present);
      }
      assertEquals(map.size(), entries.size(), replay);
      Key sought = draw(random, range);
      assertSame(valueOf(map.ceilingEntry(sought)), entries.ceiling(sought), replay);
      if (step % 100 == 0) {
        Key other = draw(random, range);
        boolean rises = sought.compareTo(other) < 0;
        Key from = rises ? sought : other;
        Key to = rises ? other : sought;
        assertEquals(List.copyOf(map.values()), visited(entries, null, null), replay);
        assertEquals(
            List.copyOf(map.subMap(from, true, to, false).values()),
            visited(entries, from, to),
            replay);
        assertEquals(List.of(), visited(entries, to, from), replay);
      }
    }
  }

  private static StoredEntry valueOf(Map.Entry<Key, StoredEntry> found) {
    return found == null ? null : found.getValue();
  }

  /** Returns the entries of a range, after checking that both directions visit the same entries. */
  private static List<StoredEntry> visited(OrderedEntries entries, Key from, Key to) {
    List<StoredEntry> up = new ArrayList<>();
    List<StoredEntry> down = new ArrayList<>();
    entries.ascend(from, to, up::add);
    entries.descend(
        from,
        to,
        entry -> {
          down.add(0, entry);
          return true;
        });
    assertEquals(up, down);
    return up;
  }

  @Test
  void agreesWithASortedMap() {
    for (long seed = 1; seed <= 20; seed++) {
      agreeWithMap(seed);
    }
  }

  private static void add(OrderedEntries entries, String table, int id) {
    Key key = Key.of(table, id);
    entries.add(key, entry(key));
  }

  /** Two tables are filled in turn, as by a load that writes some orders for each customer. */
  @Test
  void entriesInAscendingOrderFillTheirLeaves() {
    for (int orders : new int[] {1, 10}) {
      OrderedEntries entries = new OrderedEntries();
      for (int i = 0; i < 1_000; i++) {
        add(entries, "customers", i);
        for (int j = 0; j < orders; j++) {
          add(entries, "orders", orders * i + j);
        }
      }
      assertEquals(1_000 / 128.0 + orders * 1_000 / 128.0, entries.leaves(), 4, "orders=" + orders);
    }
  }

  /** When descending keys are inserted before a full leaf, the keys must not each get a leaf. */
  @Test
  void entriesInDescendingOrderFillHalfOfTheirLeaves() {
    OrderedEntries entries = new OrderedEntries();
    for (int i = 0; i < 128; i++) {
      add(entries, "a", i);
    }
    for (int i = 10_000; i > 0; i--) {
      add(entries, "b", i);
    }
    assertEquals(1 + 10_000 / 64.0, entries.leaves(), 4);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void leavesWithFewEntriesAreJoined(boolean descending) {
    OrderedEntries entries = new OrderedEntries();
    List<StoredEntry> all = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      all.add(entry(Key.of("t", i)));
      entries.add(all.get(i).key(), all.get(i));
    }
    if (descending) {
      Collections.reverse(all);
    }
    for (int i = 0; i < all.size(); i++) {
      if (i % 100 != 0) {
        entries.remove(all.get(i));
      }
    }
    assertEquals(100, entries.size());
    assertEquals(100 / 64.0, entries.leaves(), 2);
    for (int i = 0; i < all.size(); i += 100) {
      entries.remove(all.get(i));
    }
    assertEquals(1, entries.leaves());
  }
}
