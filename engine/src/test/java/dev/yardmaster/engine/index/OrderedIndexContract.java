package dev.yardmaster.engine.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * The additional contract tests that ordered indexes must pass. In these tests, the number of a
 * record is also the name of its key.
 */
abstract class OrderedIndexContract extends IndexContract {

  @Override
  abstract OrderedIndex newIndex();

  /** Reads a range page by page. A negative {@code to} means that the range has no upper bound. */
  private List<Integer> scan(OrderedIndex index, int from, int to, NodeSet nodes) {
    List<Integer> records = new ArrayList<>();
    IndexPage page = new IndexPage();
    long toKey = to < 0 ? 0 : key(to);
    byte[] toRest = to < 0 ? OrderedIndex.UNBOUNDED : rest(to);
    index.page(key(from), rest(from), toKey, toRest, page);
    take(page, records, nodes);
    while (page.goesOn()) {
      index.page(page.nextKey(), page.nextRest(), toKey, toRest, page);
      take(page, records, nodes);
    }
    return records;
  }

  private List<Integer> scanBackward(OrderedIndex index, int from, int to, NodeSet nodes) {
    List<Integer> records = new ArrayList<>();
    IndexPage page = new IndexPage();
    byte[] toRest = to < 0 ? OrderedIndex.UNBOUNDED : rest(to);
    index.pageBackward(key(from), rest(from), to < 0 ? 0 : key(to), toRest, page);
    take(page, records, nodes);
    while (page.goesOn()) {
      index.pageBackward(key(from), rest(from), page.nextKey(), page.nextRest(), page);
      take(page, records, nodes);
    }
    return records;
  }

  private void take(IndexPage page, List<Integer> records, NodeSet nodes) {
    for (int i = 0; i < page.count(); i++) {
      assertEquals(key(page.record(i)), page.key(i));
      assertArrayEquals(rest(page.record(i)), page.rest(i));
      records.add(page.record(i));
    }
    nodes.add(page.observed());
  }

  @Test
  void pagesGiveWhatATreeMapGives() {
    int names = 2_000;
    for (int seed = 1; seed <= SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      OrderedIndex index = newIndex();
      TreeMap<Integer, Integer> map = new TreeMap<>();
      NodeChange change = new NodeChange();
      NodeSet nodes = new NodeSet();
      for (int step = 0; step < STEPS; step++) {
        int name = random.nextInt(names);
        if (insertsAt(step, random)) {
          insert(index, name, name, change);
          map.put(name, name);
        } else {
          assertEquals(map.remove(name) != null, remove(index, name, name, 0));
        }
        if (step % 20 == 0) {
          int from = random.nextInt(names);
          int to = random.nextInt(4) == 0 ? -1 : from + random.nextInt(200);
          List<Integer> expected =
              new ArrayList<>((to < 0 ? map.tailMap(from) : map.subMap(from, to)).values());
          String where = "seed=" + seed + " step=" + step + " from=" + from + " to=" + to;
          nodes.clear();
          assertEquals(expected, scan(index, from, to, nodes), where);
          Collections.reverse(expected);
          assertEquals(expected, scanBackward(index, from, to, nodes), where);
          assertTrue(nodes.isUnchanged(), where);
        }
      }
    }
  }

  @Test
  void aRangeThatEndsBeforeItBeginsIsEmpty() {
    OrderedIndex index = newIndex();
    NodeChange change = new NodeChange();
    for (int name = 0; name < 500; name++) {
      insert(index, name, name, change);
    }
    NodeSet nodes = new NodeSet();
    assertEquals(List.of(), scan(index, 300, 300, nodes));
    assertEquals(List.of(), scan(index, 300, 10, nodes));
    assertEquals(List.of(), scanBackward(index, 300, 300, nodes));
    assertEquals(List.of(), scanBackward(index, 300, 10, nodes));
    assertEquals(List.of(), scanBackward(index, 0, 0, nodes));
  }

  /**
   * A transaction scans ranges and inserts into these ranges, while another transaction changes the
   * index. The node set must detect the changes by the other transaction, and only these.
   */
  @Test
  void scannedLeavesAreUnchangedByTheirOwnInsertionsOnly() {
    int names = 1_000;
    for (int seed = 1; seed <= SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      OrderedIndex index = newIndex();
      NodeChange change = new NodeChange();
      NodeSet nodes = new NodeSet();
      Observation ignored = new Observation();
      for (int transaction = 0; transaction < 300; transaction++) {
        nodes.clear();
        int from = random.nextInt(names);
        int to = from + 1 + random.nextInt(300);
        if (random.nextBoolean()) {
          scan(index, from, to, nodes);
        } else {
          scanBackward(index, from, to, nodes);
        }
        boolean removes = transaction % 60 >= 30;
        boolean othersActed = false;
        boolean othersBroke = false;
        for (int step = 0; step < 60; step++) {
          String where = "seed=" + seed + " transaction=" + transaction + " step=" + step;
          int name =
              random.nextInt(2) == 0 ? from + random.nextInt(to - from) : random.nextInt(names);
          boolean present = find(index, name, ignored) != Index.NONE;
          if (removes && step >= 10) {
            if (remove(index, name, name, 0)) {
              othersActed = true;
              othersBroke |= name >= from && name < to;
            }
          } else if (insert(index, name, name, change) == name && !present) {
            if (random.nextInt(50) == 0) {
              othersActed = true;
              othersBroke |= name >= from && name < to;
            } else {
              nodes.tookPart(change);
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
  }

  /**
   * A scan raises the stamps of leaves. The raised stamp must apply to every missing key in the
   * scanned part of a leaf, and the raised scan stamp to every key of that part, even after splits
   * and joins.
   */
  @Test
  void stampsOfScannedLeavesSurviveSplitsAndJoins() {
    int names = 1_000;
    for (int seed = 1; seed <= SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      OrderedIndex index = newIndex();
      NodeChange change = new NodeChange();
      NodeSet nodes = new NodeSet();
      GivenStamp given = new GivenStamp();
      long[] least = new long[names];
      long[] scanned = new long[names];
      boolean[] present = new boolean[names];
      for (int step = 1; step < STEPS; step++) {
        String where = "seed=" + seed + " step=" + step;
        int name = random.nextInt(names);
        assertTrue(index.scanStamp(key(name), rest(name)) >= scanned[name], where);
        if (random.nextInt(100) == 0) {
          nodes.clear();
          int to = Math.min(names - 1, name + random.nextInt(200));
          scan(index, name, to, nodes);
          raiseScanStamps(index, name, to, step);
          Arrays.fill(scanned, name, to, step);
          nodes.raiseStamps(step);
          assertTrue(nodes.isUnchanged(), where);
          for (int i = name; i < to; i++) {
            least[i] = present[i] ? least[i] : step;
          }
        } else if (insertsAt(step, random)) {
          if (!present[name]) {
            index.insert(key(name), rest(name), name, given, change);
            assertTrue(given.stamp >= least[name], where);
            present[name] = true;
          }
        } else if (present[name]) {
          remove(index, name, name, step);
          least[name] = step;
          present[name] = false;
        }
      }
    }
  }

  private void raiseScanStamps(OrderedIndex index, int from, int to, long stamp) {
    IndexPage page = new IndexPage();
    index.page(key(from), rest(from), key(to), rest(to), page);
    index.raiseScanStamp(page, stamp);
    while (page.goesOn()) {
      index.page(page.nextKey(), page.nextRest(), key(to), rest(to), page);
      index.raiseScanStamp(page, stamp);
    }
  }

  /**
   * A scan stamp that was raised successfully must stay visible while leaves are split and joined.
   */
  @Test
  void aRaisedScanStampIsSeen() throws Exception {
    int names = 1_000;
    int apart = 25;
    OrderedIndex index = newIndex();
    AtomicLong raised = new AtomicLong();
    AtomicInteger users = new AtomicInteger(2);
    Threads.run(
        4,
        thread -> {
          if (thread < 2) {
            while (users.get() > 0) {
              comeAndGo(index, thread, names, apart);
            }
            return;
          }
          try {
            IndexPage page = new IndexPage();
            int name = names / 2;
            for (int step = 1; step < 10 * STEPS; step++) {
              if (thread == 2) {
                index.page(key(name), rest(name), key(name + 1), rest(name + 1), page);
                index.raiseScanStamp(page, step);
                if (page.observed().isUnchanged()) {
                  raised.set(step);
                }
              } else {
                long least = raised.get();
                long stamp = index.scanStamp(key(name), rest(name));
                assertTrue(stamp >= least, "raised=" + least + " stamp=" + stamp);
              }
            }
          } finally {
            users.decrementAndGet();
          }
        });
  }

  /**
   * Some keys stay in the index while other keys are inserted and removed, so that leaves are split
   * and joined continually. Readers must always find the keys that stay.
   */
  @Test
  void theKeysThatStayAreAlwaysThere() throws Exception {
    int names = 1_000;
    int apart = 25;
    for (int round = 1; round <= 5; round++) {
      int seed = round;
      OrderedIndex index = newIndex();
      List<Integer> stable = new ArrayList<>();
      for (int name = 0; name < names; name += apart) {
        insert(index, name, name, new NodeChange());
        stable.add(name);
      }
      List<Integer> backward = new ArrayList<>(stable);
      Collections.reverse(backward);
      AtomicInteger readers = new AtomicInteger(2);
      Threads.run(
          4,
          thread -> {
            if (thread < 2) {
              while (readers.get() > 0) {
                comeAndGo(index, thread, names, apart);
              }
              return;
            }
            try {
              SplittableRandom random = new SplittableRandom(seed * 31L + thread);
              NodeSet nodes = new NodeSet();
              Observation observed = new Observation();
              for (int step = 0; step < STEPS; step++) {
                String where = "seed=" + seed + " thread=" + thread + " step=" + step;
                int name = random.nextInt(names / apart) * apart;
                assertEquals(name, find(index, name, observed), where);
                if (step % 20 == 0) {
                  nodes.clear();
                  boolean up = thread == 2;
                  List<Integer> seen =
                      up ? scan(index, 0, -1, nodes) : scanBackward(index, 0, -1, nodes);
                  for (int i = 1; i < seen.size(); i++) {
                    assertEquals(up, seen.get(i - 1) < seen.get(i), where);
                  }
                  seen.removeIf(other -> other % apart != 0);
                  assertEquals(up ? stable : backward, seen, where);
                }
              }
            } finally {
              readers.decrementAndGet();
            }
          });
    }
  }

  private void comeAndGo(OrderedIndex index, int thread, int names, int apart) {
    NodeChange change = new NodeChange();
    for (int name = thread; name < names; name += 2) {
      if (name % apart != 0) {
        insert(index, name, name, change);
      }
    }
    for (int name = thread; name < names; name += 2) {
      if (name % apart != 0) {
        assertTrue(remove(index, name, name, 0));
      }
    }
  }

  /**
   * A leaf that has absorbed another leaf has a larger range and possibly a higher stamp. So the
   * leaf must count as changed for an earlier observation.
   */
  @Test
  void aLeafThatTookOverAnotherHasChanged() {
    int half = OrderedIndex.LEAF_ENTRIES;
    OrderedIndex index = newIndex();
    for (int name = 0; name < 2 * half; name++) {
      insert(index, name, name, new NodeChange());
    }
    IndexPage page = new IndexPage();
    index.page(key(0), rest(0), key(1), rest(1), page);
    assertTrue(page.observed().isUnchanged());
    for (int name = half; name < 2 * half; name++) {
      assertTrue(remove(index, name, name, name));
    }
    assertFalse(page.observed().isUnchanged());
    GivenStamp given = new GivenStamp();
    remove(index, 0, 0, 0);
    index.insert(key(0), rest(0), 0, given, new NodeChange());
    assertEquals(2L * half - 1, given.stamp);
  }

  @Test
  void aQueueLeavesNoNodesBehind() {
    int queue = 2_000;
    OrderedIndex index = newIndex();
    NodeChange change = new NodeChange();
    int most = 0;
    for (int last = 0; last < 100_000; last++) {
      insert(index, last, last, change);
      if (last >= queue) {
        assertTrue(remove(index, last - queue, last - queue, 0));
      }
      if (last % 1_000 == 0) {
        most = Math.max(most, index.nodes());
      }
    }
    // The expected number of nodes: full leaves, one more leaf at each end, and the inner nodes.
    assertTrue(most <= queue / OrderedIndex.LEAF_ENTRIES + 10, "nodes at most=" + most);
  }

  /**
   * Several threads each use a range of keys as a queue, like the new orders of TPC-C's districts,
   * until all queues are empty.
   */
  @Test
  void queuesOfSeveralThreadsLeaveNoNodesBehind() throws Exception {
    int threads = 4;
    int part = 25_000;
    int queue = 500;
    OrderedIndex index = newIndex();
    Threads.run(
        threads,
        thread -> {
          NodeChange change = new NodeChange();
          int first = thread * part;
          for (int i = 0; i < part; i++) {
            insert(index, first + i, first + i, change);
            if (i >= queue) {
              assertTrue(remove(index, first + i - queue, first + i - queue, 0));
            }
          }
        });
    assertEquals((long) threads * queue, index.size());
    // Each leaf must be at least half full, except the leaves at both ends of a queue.
    int most = 2 * threads * queue / OrderedIndex.LEAF_ENTRIES + 3 * threads + 10;
    assertTrue(index.nodes() <= most, "nodes=" + index.nodes());
    Threads.run(
        threads,
        thread -> {
          for (int name = (thread + 1) * part - queue; name < (thread + 1) * part; name++) {
            assertTrue(remove(index, name, name, 0));
          }
        });
    assertEquals(2, index.nodes(), "only the root and an empty leaf may remain");
  }

  @Test
  void sparseLeavesAreJoined() {
    int names = 20_000;
    for (int seed = 1; seed <= 5; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      OrderedIndex index = newIndex();
      int[] order = new int[names];
      Arrays.setAll(order, i -> i);
      for (int i = names - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        int name = order[i];
        order[i] = order[other];
        order[other] = name;
      }
      NodeChange change = new NodeChange();
      for (int name : order) {
        insert(index, name, name, change);
      }
      int full = index.nodes();
      for (int i = 0; i < names - 200; i++) {
        assertTrue(remove(index, order[i], order[i], 0));
      }
      assertTrue(index.nodes() < full / 10, "seed=" + seed + " nodes=" + index.nodes());
      for (int i = names - 200; i < names; i++) {
        assertTrue(remove(index, order[i], order[i], 0));
      }
      assertEquals(2, index.nodes(), "seed=" + seed);
    }
  }
}
