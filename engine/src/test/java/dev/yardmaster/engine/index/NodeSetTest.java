package dev.yardmaster.engine.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares a node set with a simple set as a model. Nodes are objects or numbers. */
class NodeSetTest {

  private static final int NODES = 200;

  /** A node with a version. */
  private record Seen(int node, long version) {}

  private final Index index = new OrderedIndex(false);
  private final Object[] objects = new Object[NODES];
  private final NodeSet set = new NodeSet();

  NodeSetTest() {
    for (int i = 0; i < NODES; i++) {
      objects[i] = new Object();
    }
  }

  private void fill(Observation observed, int node, long version) {
    observed.index = index;
    observed.node = node % 2 == 0 ? objects[node] : null;
    observed.nodeNumber = node % 2 == 0 ? 0 : node;
    observed.version = version;
  }

  private Seen seen(Observation observed) {
    int node = (int) observed.nodeNumber;
    for (int i = 0; i < NODES && observed.node != null; i++) {
      node = objects[i] == observed.node ? i : node;
    }
    return new Seen(node, observed.version);
  }

  @Test
  void holdsEveryNodeThatWasSeenAsItWasOrHasBecomeByItself() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 200; round++) {
      Set<Seen> expected = new HashSet<>();
      Map<Integer, Long> versions = new HashMap<>();
      int nodes = 1 + random.nextInt(NODES - 1);
      for (int step = random.nextInt(400); step > 0; step--) {
        step(random, random.nextInt(nodes), expected, versions);
      }
      Set<Seen> found = new HashSet<>();
      for (int i = 0; i < set.size(); i++) {
        assertTrue(found.add(seen(set.get(i))), "no node may be in the set twice");
      }
      assertEquals(expected, found, "round=" + round);
      set.clear();
      assertEquals(0, set.size());
    }
  }

  private void step(
      SplittableRandom random, int node, Set<Seen> expected, Map<Integer, Long> versions) {
    long version = versions.getOrDefault(node, 0L);
    switch (random.nextInt(4)) {
      case 0 -> versions.put(node, version + 1); // Another worker changes the node.
      case 1 -> {
        NodeChange change = new NodeChange();
        fill(change.before, node, version);
        change.versionAfter = version + 1;
        versions.put(node, version + 1);
        int sibling = random.nextInt(NODES);
        boolean splits = !versions.containsKey(sibling);
        if (splits) {
          fill(change.sibling, sibling, 0);
          versions.put(sibling, 0L);
        }
        set.tookPart(change);
        if (expected.remove(new Seen(node, version))) {
          expected.add(new Seen(node, version + 1));
          if (splits) {
            expected.add(new Seen(sibling, 0));
          }
        }
      }
      default -> {
        Observation observed = new Observation();
        fill(observed, node, version);
        versions.put(node, version);
        set.add(observed);
        expected.add(new Seen(node, version));
      }
    }
  }

  /**
   * Adds many nodes within the time limit of the test; with a linear search this would take many
   * seconds.
   */
  @Test
  void manyNodesTakeAsLongEachAsFew() {
    int nodes = 300_000;
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          Observation observed = new Observation();
          NodeChange change = new NodeChange();
          for (int node = 0; node < nodes; node++) {
            observed.index = index;
            observed.nodeNumber = node;
            set.add(observed);
            change.before.copyFrom(observed);
            change.versionAfter = 1;
            set.tookPart(change);
          }
        });
    assertEquals(nodes, set.size());
    for (int i = 0; i < nodes; i++) {
      assertEquals(1, set.get(i).version);
    }
  }
}
