package dev.yardmaster.proof.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/**
 * A cycle of transactions as a list of steps, and its kind.
 *
 * <p>Two transactions may have several edges. The step from one transaction to the next is the
 * worst of these edges, in the order ww, wr, real time, rw, from worst to least bad. Two writers of
 * a key have a ww step even if other transactions write the key in between, because a path of ww
 * edges connects the two writers.
 */
@NullUnmarked // Internal: fields and results may be null.
final class Cycle {

  private final TransactionColumns transactions;
  private final DependencyGraph graph;
  private final VersionOrder order;
  private final Level level;
  private final List<CycleEdge> steps = new ArrayList<>();

  /**
   * Creates a cycle.
   *
   * @param cycle the transactions of the cycle; each has an edge, of a kind in {@code level}, to
   *     the next transaction, and the last has an edge to the first
   */
  Cycle(TransactionColumns transactions, DependencyGraph graph, List<Integer> cycle, Level level) {
    this.transactions = transactions;
    this.graph = graph;
    this.order = graph.order();
    this.level = level;
    for (int i = 0; i < cycle.size(); i++) {
      steps.add(step(cycle.get(i), cycle.get((i + 1) % cycle.size())));
    }
  }

  List<CycleEdge> steps() {
    return steps;
  }

  /**
   * Returns the kind. The kind depends on the number of rw steps, and on whether there are wr or
   * real-time steps.
   */
  AnomalyKind kind() {
    long rw = count(CycleEdge.Kind.RW);
    if (count(CycleEdge.Kind.REAL_TIME) > 0) {
      return rw > 0 ? AnomalyKind.STALE_READ : AnomalyKind.REAL_TIME;
    }
    if (rw == 0) {
      return count(CycleEdge.Kind.WR) > 0 ? AnomalyKind.G1C : AnomalyKind.G0;
    }
    if (rw == 1) {
      return steps.stream().anyMatch(this::losesUpdate)
          ? AnomalyKind.LOST_UPDATE
          : AnomalyKind.G_SINGLE;
    }
    // The two rw steps have different keys: if they had the same key, the two writes of this key
    // would be a ww step.
    return rw == 2 && steps.size() == 2 ? AnomalyKind.WRITE_SKEW : AnomalyKind.G2;
  }

  private long count(CycleEdge.Kind kind) {
    return steps.stream().filter(step -> step.kind() == kind).count();
  }

  /**
   * Returns whether the reader of an rw step later wrote the same key. The reader had read a
   * version that a later write replaced. The given transaction's write must come after this later
   * write.
   */
  private boolean losesUpdate(CycleEdge step) {
    return step.kind() == CycleEdge.Kind.RW && overwrites(step.from(), step.toSlot());
  }

  private boolean overwrites(int transaction, int slot) {
    int key = order.keyOf(slot);
    return Arrays.stream(graph.slotsWritten(transaction))
        .anyMatch(written -> written > slot && order.keyOf(written) == key);
  }

  private CycleEdge step(int from, int to) {
    CycleEdge step = laterWrite(from, to);
    if (step == null && level.has(Level.INFORMATION_FLOW)) {
      step = readOfWrite(from, to);
    }
    if (step == null && level.has(Level.REAL_TIME) && transactions.isBefore(from, to)) {
      step =
          new CycleEdge(CycleEdge.Kind.REAL_TIME, from, to, VersionOrder.NONE, VersionOrder.NONE);
    }
    if (step == null && level.has(Level.DATA)) {
      step = overwrittenRead(from, to);
    }
    if (step == null) {
      throw new IllegalStateException("no edge: from=" + from + ", to=" + to + ", level=" + level);
    }
    return step;
  }

  /**
   * Returns a step for a key that {@code from} wrote first and {@code to} wrote later. Of all such
   * pairs of writes, the step has the pair with the fewest versions in between.
   */
  private CycleEdge laterWrite(int from, int to) {
    int[] written = graph.slotsWritten(from);
    CycleEdge nearest = null;
    for (int slot : graph.slotsWritten(to)) {
      int place = -Arrays.binarySearch(written, slot) - 1;
      if (place > 0 && written[place - 1] > order.firstSlot(order.keyOf(slot))) {
        int before = written[place - 1];
        if (nearest == null || slot - before < nearest.toSlot() - nearest.fromSlot()) {
          nearest = new CycleEdge(CycleEdge.Kind.WW, from, to, before, slot);
        }
      }
    }
    return nearest;
  }

  private CycleEdge readOfWrite(int from, int to) {
    for (int slot : graph.slotsRead(to)) {
      if (order.writers[slot] == from) {
        return new CycleEdge(CycleEdge.Kind.WR, from, to, slot, slot);
      }
    }
    return null;
  }

  /**
   * Returns a read by {@code from} that {@code to} overwrote, preferably of a key that {@code from}
   * wrote later.
   */
  private CycleEdge overwrittenRead(int from, int to) {
    CycleEdge found = null;
    for (int slot : graph.slotsRead(from)) {
      if (order.writers[slot + 1] == to) {
        CycleEdge step = new CycleEdge(CycleEdge.Kind.RW, from, to, slot, slot + 1);
        if (losesUpdate(step)) {
          return step;
        }
        found = found == null ? step : found;
      }
    }
    return found;
  }
}
