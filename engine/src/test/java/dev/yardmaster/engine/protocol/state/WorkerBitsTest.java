package dev.yardmaster.engine.protocol.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.protocol.SharedWords;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WorkerBitsTest {

  private static final int WORKERS = 130;

  /**
   * One record has two sets of workers, so that the test notices if a change of one set affects the
   * words of the other.
   */
  @Test
  void theSetsAreLikeBitSets() {
    SplittableRandom random = new SplittableRandom(1);
    SharedWords words = new SharedWords(null);
    assertEquals(3, WorkerBits.words(WORKERS));
    WorkerBits[] sets = {new WorkerBits(1, WORKERS, words), new WorkerBits(4, WORKERS, words)};
    BitSet[] expected = {new BitSet(), new BitSet()};
    long[] slab = new long[16];
    int at = 8;
    for (int i = 0; i < 10_000; i++) {
      int set = random.nextInt(2);
      int worker = random.nextInt(WORKERS);
      if (expected[set].get(worker)) {
        if (random.nextBoolean()) {
          sets[set].remove(slab, at, worker);
        } else {
          assertTrue(sets[set].take(slab, at, worker));
        }
      } else {
        assertFalse(sets[set].take(slab, at, worker));
        sets[set].add(slab, at, worker);
      }
      expected[set].flip(worker);
      int from = random.nextInt(WORKERS);
      int except = random.nextInt(WORKERS);
      int next = expected[set].nextSetBit(from);
      next = next == except ? expected[set].nextSetBit(except + 1) : next;
      assertEquals(next, sets[set].next(slab, at, from, except), "step=" + i);
      assertEquals(expected[set].get(from), sets[set].contains(slab, at, from));
    }
    assertEquals(0, slab[at] | slab[at + 7]);
  }
}
