package dev.yardmaster.engine.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Tests the hash index with so few buckets that every bucket has a chain. */
final class HashIndexTest extends IndexContract {

  @Override
  Index newIndex() {
    return new HashIndex(100);
  }

  @Override
  long key(int name) {
    return name == 0 ? Long.MIN_VALUE : (name - 500) * 3L;
  }

  @Override
  byte[] rest(int name) {
    return null;
  }

  @Test
  void placesAreUsedAgain() {
    HashIndex index = new HashIndex(1_000);
    NodeChange change = new NodeChange();
    int most = 0;
    for (int last = 0; last < 200_000; last++) {
      insert(index, last, last, change);
      if (last >= 1_000) {
        assertTrue(remove(index, last - 1_000, last - 1_000, 0));
      }
      most = Math.max(most, index.overflowBuckets());
    }
    assertTrue(most < 100, "overflow buckets at most=" + most);
    for (int name = 199_000; name < 200_000; name++) {
      assertTrue(remove(index, name, name, 0));
    }
    assertEquals(0, index.size());
    assertEquals(0, index.overflowBuckets());
  }
}
