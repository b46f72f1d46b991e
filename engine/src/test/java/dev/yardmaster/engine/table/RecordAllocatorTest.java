package dev.yardmaster.engine.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecordAllocatorTest {

  private final Records records = new Records(0, 1, null, true, new DataSize());
  private final RecordAllocator giver = new RecordAllocator(records);
  private final RecordAllocator taker = new RecordAllocator(records);

  @Test
  void whatOneFreesTheOtherTakes() {
    int most = 0;
    for (int round = 0; round < 200; round++) {
      for (int i = 0; i < 100; i++) {
        giver.free(taker.allocate());
      }
      assertTrue(giver.available() <= RecordAllocator.MAX_FREE);
      most = Math.max(most, records.taken());
    }
    assertTrue(most <= RecordAllocator.MAX_FREE + 100 + 2 * Records.CHUNK, "taken=" + most);
  }

  @Test
  void noSlotIsLostOrGivenTwice() {
    int count = 3 * RecordAllocator.MAX_FREE;
    int[] slots = new int[count];
    for (int i = 0; i < count; i++) {
      slots[i] = taker.allocate();
    }
    for (int slot : slots) {
      giver.free(slot);
    }
    assertEquals(records.taken(), records.pooled() + giver.available() + taker.available());
    Set<Integer> given = new HashSet<>();
    for (int i = 0; i < 2 * RecordAllocator.MAX_FREE; i++) {
      assertTrue(given.add(taker.allocate()));
    }
    for (int i = 0; i < RecordAllocator.MAX_FREE; i++) {
      assertTrue(given.add(giver.allocate()));
    }
    assertEquals(count, records.taken(), "no new slots may be allocated");
  }

  @Test
  void newSlotsComeInTheirOrder() {
    for (int i = 0; i < 3 * Records.CHUNK; i++) {
      assertEquals(i, taker.allocate());
    }
  }
}
