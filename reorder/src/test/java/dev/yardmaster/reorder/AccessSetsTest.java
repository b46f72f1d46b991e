package dev.yardmaster.reorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AccessSetsTest {

  @Test
  void manyAtOnceAreTheSameAsOneByOne() {
    for (long seed = 1; seed <= 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      AccessSets single = new AccessSets();
      AccessSets bulk = new AccessSets();
      int transactions = 1 + random.nextInt(200);
      for (int t = 0; t < transactions; t++) {
        long[] keys = random.longs(1 + random.nextInt(20)).toArray();
        int reads = random.nextInt(keys.length + 1);
        int writes = random.nextInt(keys.length + 1);
        single.begin(t, 1);
        bulk.begin(t, 1);
        for (int i = 0; i < reads; i++) {
          single.read(keys[i]);
        }
        for (int i = 0; i < writes; i++) {
          single.write(keys[i]);
        }
        bulk.reads(keys, reads);
        bulk.writes(keys, writes);
      }
      for (int t = 0; t < transactions; t++) {
        String replay = "seed=" + seed + " transaction=" + t;
        assertEquals(single.readEnd(t), bulk.readEnd(t), replay);
        assertEquals(single.writeEnd(t), bulk.writeEnd(t), replay);
        for (int i = single.readStart(t); i < single.readEnd(t); i++) {
          assertEquals(single.readAt(i), bulk.readAt(i), replay);
        }
        for (int i = single.writeStart(t); i < single.writeEnd(t); i++) {
          assertEquals(single.writeAt(i), bulk.writeAt(i), replay);
        }
      }
    }
  }

  @Test
  void repairableIsWhatWasSaidLast() {
    AccessSets batch = new AccessSets();
    for (int round = 0; round < 2; round++) {
      batch.clear();
      assertFalse(batch.isMixed());
      int size = 300; // The number of transactions exceeds the initial capacity.
      for (int t = 0; t < size; t++) {
        batch.begin(0, 1, t % 3 == round);
        assertEquals(t > 0, batch.isMixed(), "t=" + t);
      }
      for (int t = 0; t < size; t++) {
        assertEquals(t % 3 == round, batch.repairable(t), "t=" + t);
      }
      assertEquals(size / 3, batch.repairableCount());
      assertThrows(IndexOutOfBoundsException.class, () -> batch.repairable(size));
    }
    batch.clear();
    batch.begin(0, 1);
    assertFalse(batch.repairable(0));
    assertFalse(batch.isMixed());
    batch.clear();
    batch.begin(0, 1, true);
    assertFalse(batch.isMixed());
  }

  @Test
  void accessesNeedATransaction() {
    AccessSets empty = new AccessSets();
    assertThrows(IllegalStateException.class, () -> empty.reads(new long[] {1}, 1));
    assertThrows(IllegalStateException.class, () -> empty.writes(new long[] {1}, 1));
    assertThrows(IllegalStateException.class, () -> empty.read(1));
    assertThrows(IllegalStateException.class, () -> empty.write(1));
  }
}
