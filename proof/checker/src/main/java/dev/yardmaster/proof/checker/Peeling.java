package dev.yardmaster.proof.checker;

/**
 * Removes transactions that are on no cycle; the rest is the core. The algorithm repeatedly removes
 * transactions without incoming edges. Then it repeatedly removes transactions without outgoing
 * edges (A. B. Kahn, <i>Topological sorting of large networks</i>, CACM 1962, from both sides). The
 * transactions of the core are on cycles, or on paths from one cycle to another. The core of a
 * serializable history is empty.
 *
 * <p>All real-time edges that lead to a transaction are treated as one edge. The sources of this
 * edge are all transactions that ended before the transaction began. These transactions are a
 * prefix of the order of ends, and the edge exists until all transactions of the prefix are
 * removed. So the algorithm finds all transactions that no longer have a real-time edge with only
 * two pointers: one pointer into the order of ends, and one pointer into the order of begins. When
 * the algorithm removes transactions without outgoing edges, the two orders exchange roles.
 *
 * <p>The time is linear in the number of accesses and members. The object keeps two arrays of the
 * history's length for reuse.
 */
final class Peeling {

  private final TransactionColumns transactions;
  private final DependencyGraph graph;
  private final boolean[] present;
  private final int[] degrees;
  private int[] queue = {};
  private int queueHead;
  private int queueTail;

  Peeling(TransactionColumns transactions, DependencyGraph graph) {
    this.transactions = transactions;
    this.graph = graph;
    this.present = new boolean[transactions.size()];
    this.degrees = new int[transactions.size()];
  }

  /** Returns the core of the graph of these transactions. */
  Members core(Members members, Level level) {
    for (int transaction : members.byBegin()) {
      present[transaction] = true;
    }
    if (queue.length < members.size()) {
      queue = new int[members.size()];
    }
    Members core = members.retain(present, members.size() - peelFront(members, level));
    core = core.retain(present, core.size() - peelBack(core, level));
    for (int transaction : core.byBegin()) {
      present[transaction] = false;
    }
    return core;
  }

  /**
   * Removes the transactions without incoming edges repeatedly. Returns the number of removed
   * transactions.
   */
  private int peelFront(Members members, Level level) {
    if (members.isEmpty()) {
      return 0;
    }
    queueHead = 0;
    queueTail = 0;
    boolean realTime = level.has(Level.REAL_TIME);
    int[] byBegin = members.byBegin();
    int[] byEnd = members.byEnd();
    int firstEnded = byEnd[0];
    for (int transaction : byBegin) {
      degrees[transaction] = presentAmong(graph.findPredecessors(transaction, level));
      if (realTime && transactions.isBefore(firstEnded, transaction)) {
        degrees[transaction]++;
      }
      enqueueIfFree(transaction);
    }
    int released = 0;
    while (released < byBegin.length && !transactions.isBefore(firstEnded, byBegin[released])) {
      released++;
    }
    int ended = 0;
    while (queueHead < queueTail) {
      int transaction = queue[queueHead++];
      present[transaction] = false;
      releaseFound(graph.findSuccessors(transaction, level));
      if (!realTime) {
        continue;
      }
      while (ended < byEnd.length && !present[byEnd[ended]]) {
        ended++;
      }
      while (released < byBegin.length
          && (ended == byEnd.length || !transactions.isBefore(byEnd[ended], byBegin[released]))) {
        release(byBegin[released++]);
      }
    }
    return queueTail;
  }

  /**
   * Removes the transactions without outgoing edges repeatedly. Returns the number of removed
   * transactions.
   */
  private int peelBack(Members members, Level level) {
    if (members.isEmpty()) {
      return 0;
    }
    queueHead = 0;
    queueTail = 0;
    boolean realTime = level.has(Level.REAL_TIME);
    int[] byBegin = members.byBegin();
    int[] byEnd = members.byEnd();
    int lastBegun = byBegin[byBegin.length - 1];
    for (int transaction : byBegin) {
      degrees[transaction] = presentAmong(graph.findSuccessors(transaction, level));
      if (realTime && transactions.isBefore(transaction, lastBegun)) {
        degrees[transaction]++;
      }
      enqueueIfFree(transaction);
    }
    int released = byEnd.length - 1;
    while (released >= 0 && !transactions.isBefore(byEnd[released], lastBegun)) {
      released--;
    }
    int begun = byBegin.length - 1;
    while (queueHead < queueTail) {
      int transaction = queue[queueHead++];
      present[transaction] = false;
      releaseFound(graph.findPredecessors(transaction, level));
      if (!realTime) {
        continue;
      }
      while (begun >= 0 && !present[byBegin[begun]]) {
        begun--;
      }
      while (released >= 0
          && (begun < 0 || !transactions.isBefore(byEnd[released], byBegin[begun]))) {
        release(byEnd[released--]);
      }
    }
    return queueTail;
  }

  private int presentAmong(int found) {
    int here = 0;
    for (int i = 0; i < found; i++) {
      here += present[graph.found(i)] ? 1 : 0;
    }
    return here;
  }

  private void releaseFound(int found) {
    for (int i = 0; i < found; i++) {
      int transaction = graph.found(i);
      if (present[transaction]) {
        release(transaction);
      }
    }
  }

  private void release(int transaction) {
    degrees[transaction]--;
    enqueueIfFree(transaction);
  }

  private void enqueueIfFree(int transaction) {
    if (degrees[transaction] == 0) {
      queue[queueTail++] = transaction;
    }
  }
}
