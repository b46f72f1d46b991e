package dev.yardmaster.engine.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.agrona.collections.LongArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the hash index with few initial buckets, so that it grows. */
final class HashIndexTest extends IndexContract {

  @Override
  Index newIndex() {
    return new HashIndex(100);
  }

  @Override
  void inserted(Index index, NodeChange change) {
    if (change.overflows()) {
      ((HashIndex) index).grow();
    }
  }

  /** Creates an index with room for all keys of the test, so that it does not grow. */
  @Override
  Index newIndexForNodeSets() {
    return new HashIndex(400);
  }

  @Override
  long key(int name) {
    return name == 0 ? Long.MIN_VALUE : (name - 500) * 3L;
  }

  @Override
  byte[] rest(int name) {
    return null;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1_000})
  void itGrowsWithItsEntries(int expected) {
    int names = 50_000;
    HashIndex index = new HashIndex(expected);
    NodeChange change = new NodeChange();
    Observation observed = new Observation();
    for (int name = 0; name < names; name++) {
      assertEquals(name, insert(index, name, name, change));
    }
    assertTrue(index.buckets() > names / 4, "buckets=" + index.buckets());
    assertTrue(index.overflowBuckets() < names / 10, "overflow=" + index.overflowBuckets());
    LongArrayList keys = new LongArrayList();
    for (long bucket = 0; bucket < index.buckets(); bucket++) {
      index.addKeys(bucket, keys);
    }
    assertEquals(names, keys.size());
    for (int name = 0; name < names; name++) {
      assertEquals(name, find(index, name, observed));
      assertTrue(remove(index, name, name, 0));
    }
    assertEquals(0, index.size());
    assertEquals(0, index.overflowBuckets());
  }

  /** A split must copy the stamp of the old bucket to the new one. */
  @Test
  void aStampSurvivesTheGrowth() {
    HashIndex index = new HashIndex(1);
    NodeChange change = new NodeChange();
    Observation observed = new Observation();
    for (int name = 0; name < 100; name++) {
      assertEquals(Index.NONE, find(index, name, observed));
      observed.raiseStamp(1_000);
      assertTrue(observed.isUnchanged());
    }
    for (int name = 1_000; name < 2_000; name++) {
      insert(index, name, name, change);
    }
    for (int name = 0; name < 100; name++) {
      assertEquals(Index.NONE, find(index, name, observed));
      assertEquals(1_000, observed.stamp());
    }
  }

  /**
   * While all threads insert, each thread must find the keys that it has inserted, and must not
   * find those that it has removed.
   */
  @Test
  void nobodyMissesAKeyWhileItGrows() throws Exception {
    int each = 30_000;
    int threads = 3;
    HashIndex index = new HashIndex(1);
    Threads.run(
        threads,
        thread -> {
          NodeChange change = new NodeChange();
          Observation observed = new Observation();
          SplittableRandom random = new SplittableRandom(thread);
          int first = thread * each;
          for (int i = 0; i < each; i++) {
            int name = first + i;
            assertEquals(name, insert(index, name, name, change));
            int other = first + random.nextInt(i + 1);
            boolean isThere = other % 4 != 0 || other == name;
            assertEquals(isThere ? other : Index.NONE, find(index, other, observed));
            if (name % 4 == 0) {
              assertTrue(remove(index, name, name, 0));
            }
          }
        });
    assertEquals(3L * threads * each / 4, index.size());
  }

  /** An index that grows directly after an operation has determined the bucket of a key. */
  private static final class GrowingUnderway extends HashIndex {
    private boolean grows;

    GrowingUnderway() {
      super(1);
    }

    @Override
    long shape() {
      long seen = super.shape();
      if (grows) {
        grows = false;
        for (int i = 0; i < 100; i++) {
          grow();
        }
      }
      return seen;
    }
  }

  private GrowingUnderway full() {
    GrowingUnderway index = new GrowingUnderway();
    NodeChange change = new NodeChange();
    for (int name = 0; name < 200; name++) {
      index.insert(key(name), null, name, (added, stamp) -> {}, change);
    }
    index.grows = true;
    return index;
  }

  @Test
  void aKeyThatMovesMeanwhileIsFoundInsertedAndRemovedOnce() {
    assertArrayEquals(IntStream.range(0, 200).toArray(), findAll(full(), 200));
    for (int name = 0; name < 200; name++) {
      assertEquals(name, find(full(), name, new Observation()));
      GrowingUnderway index = full();
      assertEquals(
          name, index.insert(key(name), null, 999, (added, stamp) -> {}, new NodeChange()));
      assertEquals(200, index.size());
      assertTrue(remove(full(), name, name, 0));
    }
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
