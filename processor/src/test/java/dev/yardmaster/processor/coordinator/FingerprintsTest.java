package dev.yardmaster.processor.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.yardmaster.api.Key;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FingerprintsTest {

  private final Fingerprints fingerprints = new Fingerprints(1, 2);

  @Test
  void equalKeysHaveEqualFingerprints() {
    List<Key> keys =
        List.of(Key.of("t", 1), Key.of("t", "text"), Key.of("t", new byte[] {1, 2, 3}));
    for (Key key : keys) {
      long first = fingerprints.of(key);
      fingerprints.of(Key.of("another table", 5));
      assertEquals(first, fingerprints.of(key));
      assertEquals(first, new Fingerprints(1, 2).of(key));
    }
    // Equal table names may be different String objects.
    assertEquals(
        fingerprints.of(Key.of("table", 1)),
        fingerprints.of(Key.of(String.valueOf("table".toCharArray()), 1)));
  }

  @Test
  void theSecretChangesEveryFingerprint() {
    assertNotEquals(fingerprints.of(Key.of("t", 1)), new Fingerprints(1, 3).of(Key.of("t", 1)));
    assertNotEquals(fingerprints.of(Key.of("t", 1)), new Fingerprints(2, 2).of(Key.of("t", 1)));
  }

  @Test
  void similarKeysDoNotCollide() {
    Set<Long> seen = new HashSet<>();
    int keys = 0;
    for (String table : List.of("a", "b", "ab", "ba")) {
      for (int i = 0; i < 20_000; i++) {
        seen.add(fingerprints.of(Key.of(table, i)));
        seen.add(fingerprints.of(Key.of(table, Integer.toString(i))));
        keys += 2;
      }
      for (int length = 1; length < 40; length++) {
        seen.add(fingerprints.of(Key.of(table, new byte[length])));
        keys++;
      }
    }
    assertEquals(keys, seen.size());
  }

  @Test
  void spreadsKeysEvenlyOverLowAndHighBits() {
    int buckets = 64;
    int keys = 64_000;
    int[] low = new int[buckets];
    int[] high = new int[buckets];
    for (int i = 0; i < keys; i++) {
      long fingerprint = fingerprints.of(Key.of("t", i));
      low[(int) fingerprint & (buckets - 1)]++;
      high[(int) (fingerprint >>> 58)]++;
    }
    // The expected count of a bucket is 1,000. A deviation of 200 is more than six standard
    // deviations.
    for (int bucket = 0; bucket < buckets; bucket++) {
      assertEquals(1000, low[bucket], 200);
      assertEquals(1000, high[bucket], 200);
    }
  }

  @Test
  void manyTablesAreNotRememberedForEver() {
    long first = fingerprints.of(Key.of("table-0", 1));
    for (int i = 0; i < 5000; i++) {
      fingerprints.of(Key.of("table-" + i, 1));
    }
    assertEquals(first, fingerprints.of(Key.of("table-0", 1)));
  }
}
