package dev.yardmaster.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
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

  /**
   * A reservation changes only the number of buckets. A reservation for fewer entries changes
   * nothing.
   */
  @Test
  void aReservationKeepsTheEntries() {
    VersionedStore store = newStore();
    for (int i = 0; i < 1_000; i++) {
      store.write(Key.of("t", i), i, new byte[] {(byte) i}, 1);
      if (i % 100 == 0) {
        store.reserve(500 * (i % 3));
      }
    }
    for (int i = 0; i < 1_000; i++) {
      assertEquals((byte) i, store.get(Key.of("t", i), i).value()[0]);
    }
  }

  /** Each request that comes over the network has its own String object for the table. */
  @Test
  void entriesOfATableShareTheNameOfTheTable() {
    VersionedStore store = newStore();
    store.write(Key.of(new String("t"), 1), 1, new byte[] {1}, 1);
    store.write(Key.of(new String("t"), 2), 2, new byte[] {2}, 1);
    store.write(Key.of(new String("t"), "text"), 3, new byte[] {3}, 1);
    assertSame(
        store.get(Key.of("t", 1), 1).key().table(), store.get(Key.of("t", 2), 2).key().table());
    assertEquals(Key.of("t", "text"), store.get(Key.of("t", "text"), 3).key());
  }

  /** A client can use any number of names, so the store does not remember all of them. */
  @Test
  void theNamesOfOtherTablesAreForgotten() {
    VersionedStore store = newStore();
    store.write(Key.of(new String("t"), 1), 1, new byte[] {1}, 1);
    for (int i = 0; i < 1_100; i++) {
      store.write(Key.of("table" + i, 1), 10 + i, new byte[] {1}, 1);
    }
    store.write(Key.of(new String("t"), 2), 2, new byte[] {2}, 1);
    assertNotSame(
        store.get(Key.of("t", 1), 1).key().table(), store.get(Key.of("t", 2), 2).key().table());
  }

  /** A text key is a separate object; a number key is a part of its entry. */
  @Test
  void theMemoryOfATextIsCounted() {
    VersionedStore store = newStore();
    store.write(Key.of("t", 1), 1, new byte[8], 1);
    long ofNumber = store.bytes();
    store.write(Key.of("t", "12345678"), 2, new byte[8], 1);
    long ofText = store.bytes() - ofNumber;
    assertTrue(ofText >= ofNumber + 8, "number " + ofNumber + ", text " + ofText);
    store.write(Key.of("t", "12345678"), 2, null, 2);
    store.write(Key.of("t", 1), 1, null, 2);
    store.release(2);
    assertEquals(0, store.bytes());
  }
}
