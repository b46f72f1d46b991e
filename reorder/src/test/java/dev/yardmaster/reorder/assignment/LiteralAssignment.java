package dev.yardmaster.reorder.assignment;

import dev.yardmaster.reorder.AccessSets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The thread-aware policy, implemented literally as the paper's section 4.2 states it. The class
 * uses sets of objects and has no optimizations.
 */
final class LiteralAssignment {
  private final List<Set<Long>> accessed = new ArrayList<>();
  private final Set<Integer> unassigned = new TreeSet<>();
  private final boolean[][] conflict;

  LiteralAssignment(AccessSets batch) {
    List<Set<Long>> written = new ArrayList<>();
    for (int t = 0; t < batch.size(); t++) {
      Set<Long> writes = new HashSet<>();
      for (int i = batch.writeStart(t); i < batch.writeEnd(t); i++) {
        writes.add(batch.writeAt(i));
      }
      Set<Long> accesses = new HashSet<>(writes);
      for (int i = batch.readStart(t); i < batch.readEnd(t); i++) {
        accesses.add(batch.readAt(i));
      }
      written.add(writes);
      accessed.add(accesses);
      unassigned.add(t);
    }
    conflict = new boolean[batch.size()][batch.size()];
    for (int t = 0; t < conflict.length; t++) {
      for (int u = 0; u < conflict.length; u++) {
        conflict[t][u] = t != u && meet(written.get(t), accessed.get(u));
        conflict[t][u] |= t != u && meet(written.get(u), accessed.get(t));
      }
    }
  }

  boolean sharesKeys() {
    Set<Long> seen = new HashSet<>();
    for (Set<Long> accesses : accessed) {
      for (long key : accesses) {
        if (!seen.add(key)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the thread of each transaction. */
  int[] assign(int threads) {
    int size = accessed.size();
    int[] threadOf = new int[size];
    for (int thread = 0; thread < threads; thread++) {
      List<Integer> taken = new ArrayList<>();
      int share = size / threads + (thread < size % threads ? 1 : 0);
      while (taken.size() < share) {
        int next = heaviest(taken);
        threadOf[next] = thread;
        taken.add(next);
        unassigned.remove(next);
      }
    }
    return threadOf;
  }

  private int heaviest(List<Integer> taken) {
    int heaviest = -1;
    for (int t : unassigned) {
      if (heaviest < 0 || isHeavier(t, heaviest, taken)) {
        heaviest = t;
      }
    }
    return heaviest;
  }

  private boolean isHeavier(int t, int than, List<Integer> taken) {
    int more = conflicts(t, taken) - conflicts(than, taken);
    if (more == 0) {
      more = sharedKeys(t, taken) - sharedKeys(than, taken);
    }
    if (more == 0) {
      more = conflicts(t, unassigned) - conflicts(than, unassigned);
    }
    return more > 0;
  }

  private int conflicts(int t, Iterable<Integer> others) {
    int conflicts = 0;
    for (int other : others) {
      conflicts += conflict[t][other] ? 1 : 0;
    }
    return conflicts;
  }

  private int sharedKeys(int t, List<Integer> others) {
    Set<Long> shared = new HashSet<>();
    for (int other : others) {
      shared.addAll(accessed.get(other));
    }
    shared.retainAll(accessed.get(t));
    return shared.size();
  }

  private static boolean meet(Set<Long> some, Set<Long> others) {
    for (long key : some) {
      if (others.contains(key)) {
        return true;
      }
    }
    return false;
  }
}
