package dev.yardmaster.engine.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * The contract tests that every index must pass. The tests identify keys by small numbers, called
 * names; names have the same order as their keys.
 */
abstract class IndexContract {

  static final int SEEDS = 10;
  static final int STEPS = 20_000;

  private static final int NONE = Index.NONE;

  /** Returns an empty index whose nodes become full with few keys. */
  abstract Index newIndex();

  /** Returns an empty index in which an insertion changes only the node of the inserted key. */
  Index newIndexForNodeSets() {
    return newIndex();
  }

  /** Returns the key with a name; keys are ordered like their names. */
  abstract long key(int name);

  /** Returns the byte string of the key with a name; null if keys are numbers. */
  abstract byte[] rest(int name);

  /** Stores the stamp that the index gives a new record. */
  static final class GivenStamp implements RecordInitializer {
    int record = NONE;
    long stamp = -1;

    @Override
    public void initialize(int newRecord, long newStamp) {
      record = newRecord;
      stamp = newStamp;
    }
  }

  final int find(Index index, int name, Observation observed) {
    return index.find(key(name), rest(name), observed);
  }

  final int insert(Index index, int name, int record, NodeChange change) {
    int inserted = index.insert(key(name), rest(name), record, (added, stamp) -> {}, change);
    inserted(index, change);
    return inserted;
  }

  /**
   * Executes the step that a worker executes after a transaction has inserted a key. In this step,
   * a hash index may grow.
   */
  void inserted(Index index, NodeChange change) {}

  final boolean remove(Index index, int name, int record, long stamp) {
    return index.remove(key(name), rest(name), record, stamp);
  }

  /**
   * Returns whether a step inserts a key; otherwise the step removes one. Over the steps, the
   * number of keys rises and falls between full and empty in periods of 3,000 steps.
   */
  static boolean insertsAt(int step, SplittableRandom random) {
    boolean rising = (step / 3_000) % 2 == 0;
    return random.nextInt(10) < (rising ? 8 : 2);
  }

  @Test
  void aKeyLeadsToItsRecordUntilItIsRemoved() {
    Index index = newIndex();
    Observation observed = new Observation();
    GivenStamp given = new GivenStamp();
    NodeChange change = new NodeChange();

    assertEquals(NONE, find(index, 7, observed));
    assertEquals(70, index.insert(key(7), rest(7), 70, given, change));
    assertEquals(70, given.record);
    assertEquals(0, given.stamp);
    assertEquals(70, find(index, 7, observed));
    assertEquals(
        70, insert(index, 7, 71, change), "insert must return the record that the key already has");

    assertFalse(remove(index, 7, 71, 5), "another record");
    assertTrue(remove(index, 7, 70, 5));
    assertFalse(remove(index, 7, 70, 5));
    assertEquals(NONE, find(index, 7, observed));
    assertEquals(5, observed.stamp());
    assertEquals(71, index.insert(key(7), rest(7), 71, given, change));
    assertEquals(
        5, given.stamp, "the new record must be absent as of the removal of the old record");
  }

  @Test
  void itHoldsWhatAMapHolds() {
    int names = 1_000;
    for (int seed = 1; seed <= SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Index index = newIndex();
      int[] map = new int[names];
      Arrays.fill(map, NONE);
      int size = 0;
      Observation observed = new Observation();
      NodeChange change = new NodeChange();
      for (int step = 0; step < STEPS; step++) {
        String where = "seed=" + seed + " step=" + step;
        int name = random.nextInt(names);
        assertEquals(map[name], find(index, name, observed), where);
        if (insertsAt(step, random)) {
          int added = insert(index, name, step, change);
          assertEquals(map[name] == NONE ? step : map[name], added, where);
          size += map[name] == NONE ? 1 : 0;
          map[name] = added;
        } else {
          assertEquals(map[name] != NONE, remove(index, name, Math.max(0, map[name]), step), where);
          size -= map[name] == NONE ? 0 : 1;
          map[name] = NONE;
        }
        assertEquals(size, index.size(), where);
        if (step % 500 == 0) {
          assertArrayEquals(map, findAll(index, names), where);
        }
      }
    }
  }

  /** Looks up all names in two calls, and returns their records. */
  final int[] findAll(Index index, int names) {
    long[] keys = new long[names];
    byte[][] rests = new byte[names][];
    for (int name = 0; name < names; name++) {
      keys[name] = key(name);
      rests[name] = rest(name);
    }
    int[] records = new int[names];
    Observation observed = new Observation();
    var unused = index.find(keys, rests, 0, names / 3, observed, records);
    unused = index.find(keys, rests, names / 3, names, observed, records);
    return records;
  }

  /**
   * A transaction finds keys missing and inserts some of them, while another transaction changes
   * the index. The node set must detect the changes by the other transaction, and only these.
   */
  @Test
  void aNodeSetIsUnchangedByItsOwnInsertionsOnly() {
    int names = 400;
    for (int seed = 1; seed <= SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Index index = newIndexForNodeSets();
      Observation observed = new Observation();
      NodeChange change = new NodeChange();
      NodeSet nodes = new NodeSet();
      boolean[] seenMissing = new boolean[names];
      boolean othersActed = false;
      boolean othersBroke = false;
      for (int step = 0; step < STEPS; step++) {
        String where = "seed=" + seed + " step=" + step;
        int name = random.nextInt(names);
        boolean present = find(index, name, observed) != NONE;
        switch (random.nextInt(step % 7_000 < 3_500 ? 12 : 40)) {
          case 0, 1, 2 -> {
            insert(index, name, name, change);
            if (!present) {
              othersActed = true;
              othersBroke |= seenMissing[name];
            }
          }
          case 3, 4, 5, 6, 7 -> {
            insert(index, name, name, change);
            if (!present) {
              nodes.tookPart(change);
              seenMissing[name] = false;
            }
          }
          case 8 -> {
            nodes.clear();
            Arrays.fill(seenMissing, false);
            othersActed = false;
            othersBroke = false;
          }
          case 9, 10, 11 -> {
            if (!present) {
              nodes.add(observed);
              seenMissing[name] = true;
            }
          }
          default -> {
            if (remove(index, name, name, 0)) {
              othersActed = true;
            }
          }
        }
        if (!othersActed) {
          assertTrue(nodes.isUnchanged(), where);
        }
        if (othersBroke) {
          assertFalse(nodes.isUnchanged(), where);
        }
      }
    }
  }

  @Test
  void aKeyThatCameAndWentIsNoticed() {
    Index index = newIndex();
    Observation observed = new Observation();
    find(index, 3, observed);
    assertTrue(observed.isUnchanged());
    insert(index, 3, 30, new NodeChange());
    assertFalse(observed.isUnchanged());
    remove(index, 3, 30, 1);
    assertFalse(observed.isUnchanged());
  }

  /**
   * The stamp of a new record must be at least as high as the stamps of earlier removals of the
   * record's key, and of readers that have found the key missing.
   */
  @Test
  void noRecordBeginsBelowTheStampsOfItsKey() {
    int names = 1_000;
    for (int seed = 1; seed <= SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Index index = newIndex();
      long[] least = new long[names];
      Observation observed = new Observation();
      NodeChange change = new NodeChange();
      GivenStamp given = new GivenStamp();
      for (int step = 1; step < STEPS; step++) {
        String where = "seed=" + seed + " step=" + step;
        int name = random.nextInt(names);
        boolean present = find(index, name, observed) != NONE;
        if (!present && random.nextInt(4) == 0) {
          long stamp = random.nextLong(2L * step);
          observed.raiseStamp(stamp);
          assertTrue(observed.isUnchanged(), where);
          least[name] = Math.max(least[name], stamp);
        }
        if (insertsAt(step, random)) {
          given.record = NONE;
          index.insert(key(name), rest(name), name, given, change);
          assertEquals(present ? NONE : name, given.record, where);
          assertTrue(present || given.stamp >= least[name], where);
        } else if (present) {
          least[name] = random.nextLong(2L * step);
          remove(index, name, name, least[name]);
        }
      }
    }
  }

  /**
   * Each thread inserts and removes its own keys, which lie between the keys of the other threads.
   */
  @Test
  void threadsSeeTheirOwnKeysExactly() throws Exception {
    int threads = 4;
    int names = 600;
    for (int round = 1; round <= SEEDS; round++) {
      int seed = round;
      Index index = newIndex();
      int[] map = new int[names];
      Arrays.fill(map, NONE);
      Threads.run(
          threads,
          thread -> {
            SplittableRandom random = new SplittableRandom(seed * 31L + thread);
            Observation observed = new Observation();
            NodeChange change = new NodeChange();
            GivenStamp given = new GivenStamp();
            long[] least = new long[names];
            for (int step = 0; step < STEPS / 2; step++) {
              String where = "seed=" + seed + " thread=" + thread + " step=" + step;
              int name = random.nextInt(names / threads) * threads + thread;
              assertEquals(map[name], find(index, name, observed), where);
              if (insertsAt(step, random)) {
                given.stamp = -1;
                int added = index.insert(key(name), rest(name), step, given, change);
                assertEquals(map[name] == NONE ? step : map[name], added, where);
                assertTrue(map[name] != NONE || given.stamp >= least[name], where);
                map[name] = added;
              } else if (map[name] != NONE) {
                least[name] = random.nextLong(2L * (step + 1));
                assertTrue(remove(index, name, map[name], least[name]), where);
                map[name] = NONE;
              } else {
                long stamp = random.nextLong(2L * (step + 1));
                observed.raiseStamp(stamp);
                if (observed.isUnchanged()) {
                  least[name] = Math.max(least[name], stamp);
                }
              }
            }
          });
      Observation observed = new Observation();
      for (int name = 0; name < names; name++) {
        assertEquals(map[name], find(index, name, observed), "seed=" + seed + " name=" + name);
      }
      assertEquals(Arrays.stream(map).filter(record -> record != NONE).count(), index.size());
    }
  }

  /**
   * Each of two transactions finds the other transaction's key missing, and inserts its own key. At
   * most one of the two transactions may commit.
   */
  @Test
  void ofTwoThatInsertWhatTheOtherMissedOneKnows() throws Exception {
    int rounds = 3_000;
    Index index = newIndex();
    boolean[][] succeeded = new boolean[2][rounds];
    Threads.runInStep(
        2,
        rounds,
        (thread, round) -> {
          int own = 2 * (round % 500) + thread;
          int others = own ^ 1;
          Observation observed = new Observation();
          NodeSet nodes = new NodeSet();
          boolean missing = find(index, others, observed) == NONE;
          if (missing) {
            nodes.add(observed);
          }
          NodeChange change = new NodeChange();
          insert(index, own, own, change);
          nodes.tookPart(change);
          succeeded[thread][round] = missing && nodes.isUnchanged();
        },
        (thread, round) -> {
          int own = 2 * (round % 500) + thread;
          assertTrue(remove(index, own, own, 0));
        });
    for (int round = 0; round < rounds; round++) {
      assertFalse(succeeded[0][round] && succeeded[1][round], "round=" + round);
    }
  }

  /**
   * A raised stamp must apply to all later insertions. If an insertion has missed the raised stamp,
   * the thread that raised it must detect that the node has changed.
   */
  @Test
  void aStampIsSeenOrItsRaiserKnows() throws Exception {
    int insertions = 100_000;
    Index index = newIndex();
    long[] versions = new long[insertions];
    long[] given = new long[insertions];
    AtomicBoolean done = new AtomicBoolean();
    List<long[]> held = new ArrayList<>();
    Threads.run(
        2,
        thread -> {
          if (thread == 0) {
            NodeChange change = new NodeChange();
            for (int i = 0; i < insertions; i++) {
              int at = i;
              index.insert(key(1), rest(1), 1, (record, stamp) -> given[at] = stamp, change);
              versions[i] = change.before.version;
              remove(index, 1, 1, 0);
            }
            done.set(true);
            return;
          }
          Observation observed = new Observation();
          for (long stamp = 1; !done.get(); stamp++) {
            if (find(index, 1, observed) == NONE) {
              observed.raiseStamp(stamp);
              if (observed.isUnchanged()) {
                held.add(new long[] {observed.version, stamp});
              }
            }
          }
        });
    int next = 0;
    for (long[] raise : held) {
      while (next < insertions && versions[next] < raise[0]) {
        next++;
      }
      if (next < insertions) {
        assertTrue(given[next] >= raise[1], "insertion=" + next + " given=" + given[next]);
      }
    }
  }
}
