package dev.yardmaster.processor.coordinator;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The queue before one hot key. Transactions that only read the key may run together, and so may
 * transactions that only write it, since neither makes the other stale. A transaction that does
 * both runs alone.
 */
final class HotKeyQueue {

  /** What a transaction does with the key. */
  enum Access {
    READ,
    WRITE,
    UPDATE
  }

  /** One transaction's place in a queue; it stays in place while the transaction runs. */
  static final class Turn {
    private final HotKeyClaims owner;
    private final HotKeyQueue line;
    private final Access access;
    private boolean going;

    Turn(HotKeyClaims owner, HotKeyQueue line, Access access) {
      this.owner = owner;
      this.line = line;
      this.access = access;
    }

    HotKeyQueue line() {
      return line;
    }
  }

  final long fingerprint;
  private final ArrayDeque<Turn> waiting = new ArrayDeque<>();
  private Access going = Access.READ;
  private int goingCount;

  HotKeyQueue(long fingerprint) {
    this.fingerprint = fingerprint;
  }

  int waiting() {
    return waiting.size();
  }

  boolean isEmpty() {
    return goingCount == 0 && waiting.isEmpty();
  }

  /** Joins the queue; returns true if the transaction may run at once. */
  boolean join(Turn turn) {
    if (waiting.isEmpty() && mayGo(turn.access)) {
      go(turn);
      return true;
    }
    waiting.addLast(turn);
    return false;
  }

  private boolean mayGo(Access access) {
    return goingCount == 0 || (access == going && access != Access.UPDATE);
  }

  private void go(Turn turn) {
    turn.going = true;
    going = turn.access;
    goingCount++;
  }

  /**
   * Leaves the queue, running or waiting; adds to {@code ready} the transactions that wait for no
   * further turn.
   */
  void leave(Turn turn, Queue<TransactionSlot> ready) {
    if (turn.going) {
      goingCount--;
    } else {
      waiting.remove(turn);
    }
    while (!waiting.isEmpty() && mayGo(waiting.peekFirst().access)) {
      Turn next = waiting.removeFirst();
      go(next);
      if (--next.owner.missing == 0) {
        ready.add(next.owner.slot);
      }
    }
  }
}
