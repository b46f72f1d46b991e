package dev.yardmaster.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.yardmaster.api.Key;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntryIndexTest {

  @Test
  void aReservedIndexDoesNotGrow() {
    EntryIndex index = new EntryIndex();
    index.reserve(1_000);
    assertEquals(1_024, index.buckets());
    List<StoredEntry> added = new ArrayList<>();
    for (int i = 0; i < 1_024; i++) {
      added.add(new StoredEntry(Key.of("t", i), "t", 31L * i));
      index.add(added.get(i));
    }
    assertEquals(1_024, index.buckets());
    index.reserve(10);
    assertEquals(1_024, index.buckets(), "a smaller reservation changes nothing");
    index.reserve(1_025);
    assertEquals(2_048, index.buckets());
    for (StoredEntry entry : added) {
      assertSame(entry, index.find(entry.key(), entry.fingerprint));
    }
  }
}
