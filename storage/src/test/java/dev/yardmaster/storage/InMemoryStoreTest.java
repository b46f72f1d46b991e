package dev.yardmaster.storage;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import org.junit.jupiter.api.Test;

class InMemoryStoreTest extends VersionedStoreContract {

  @Override
  VersionedStore newStore() {
    return new InMemoryStore();
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
