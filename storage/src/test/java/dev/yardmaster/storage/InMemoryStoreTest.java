package dev.yardmaster.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import org.junit.jupiter.api.Test;

class InMemoryStoreTest extends VersionedStoreContract {

  @Override
  VersionedStore newStore() {
    return new InMemoryStore();
  }

  @Test
  void valuesAreKeptOnlyWhereTheyAreWanted() {
    Key key = Key.of("t", 1);
    for (boolean keeps : new boolean[] {false, true}) {
      VersionedStore store = newStore();
      store.release(1);
      store.keepReplaced(keeps);
      store.write(key, 1, new byte[] {2}, 2);
      store.write(key, 1, new byte[] {4}, 4);
      long replaced = store.keptBytes();
      assertEquals(keeps, replaced > 0);
      store.write(key, 1, new byte[] {3}, 3);
      assertEquals(keeps, store.keptBytes() > replaced, "a value that arrives late");
      assertEquals(4, store.get(key, 1).version());
      store.release(4);
      assertEquals(0, store.keptBytes());
    }
  }

  @Test
  void whileTheOwnerRestsEveryKeyIsReadAtOnce() {
    VersionedStore store = newStore();
    ReadSet reads = new ReadSet();
    for (int i = 0; i < 1_000; i++) {
      store.write(Key.of("t", i), i, new byte[] {1}, i + 1);
      for (int read = 0; read <= i + 1; read++) {
        reads.clear();
        assertTrue(store.readNow(reads, reads.add(Key.of("t", read), read), 0));
      }
    }
  }
}
