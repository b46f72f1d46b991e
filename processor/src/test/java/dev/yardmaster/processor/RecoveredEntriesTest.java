package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.VersionedStore;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveredEntriesTest {

  private final Fingerprints fingerprints = new Fingerprints(1, 2);
  private final List<VersionedStore> stores = List.of(new InMemoryStore(), new InMemoryStore());
  private final RecoveredEntries entries = new RecoveredEntries(fingerprints, stores);

  private VersionedStore.Entry find(Key key) {
    long fingerprint = fingerprints.of(key);
    List<VersionedStore.Entry> found =
        stores.stream()
            .map(store -> store.get(key, fingerprint))
            .filter(entry -> entry != null)
            .toList();
    assertTrue(found.size() <= 1, key + " is in one shard");
    return found.isEmpty() ? null : found.get(0);
  }

  @Test
  void theLastEntryOfAKeyIsStoredInTheKeysShard() {
    entries.expect(1_000);
    for (int i = 0; i < 1_000; i++) {
      entries.entry(Key.of("t", i), Values.ofLong(i), 1);
    }
    // These entries are in the same group as their keys' first entries.
    entries.entry(Key.of("t", 999), Values.ofLong(-1), 2);
    entries.entry(Key.of("t", 998), null, 3);
    entries.complete();

    assertEquals(1_000, stores.get(0).size() + stores.get(1).size());
    assertArrayEquals(Values.ofLong(7), find(Key.of("t", 7)).value());
    assertArrayEquals(Values.ofLong(-1), find(Key.of("t", 999)).value());
    assertEquals(3, find(Key.of("t", 998)).version());
    assertNull(find(Key.of("t", 998)).value());
  }

  @Test
  void longValuesDoNotWaitForAWholeGroup() {
    Key first = Key.of("t", 1);
    entries.entry(first, new byte[1 << 19], 1);
    assertNull(find(first));
    entries.entry(Key.of("t", 2), new byte[1 << 19], 2);
    assertEquals(1, find(first).version());
    Key third = Key.of("t", 3);
    entries.entry(third, new byte[8], 3);
    assertNull(find(third), "the next group begins without bytes");
  }

  @Test
  void everyShardExpectsItsPartOfTheCheckpoint() {
    List<Integer> reserved = new ArrayList<>();
    VersionedStore recording =
        (VersionedStore)
            Proxy.newProxyInstance(
                VersionedStore.class.getClassLoader(),
                new Class<?>[] {VersionedStore.class},
                (proxy, method, arguments) -> {
                  assertEquals("reserve", method.getName());
                  reserved.add((Integer) arguments[0]);
                  return null;
                });
    RecoveredEntries two = new RecoveredEntries(fingerprints, List.of(recording, recording));
    two.expect(1_000);
    two.expect(Long.MAX_VALUE);
    assertEquals(List.of(501, 501, Integer.MAX_VALUE, Integer.MAX_VALUE), reserved);
  }

  @Test
  void rowsOfTypedTablesAreRefused() {
    YardmasterException refused =
        assertThrows(
            YardmasterException.class,
            () -> entries.entry(Key.ofDefinition("accounts"), new byte[1], 1));
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    assertTrue(refused.getMessage().contains("accounts"), refused.getMessage());
  }
}
