package dev.yardmaster.processor.coordinator;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The queue of transactions that wait for one hot key. Transactions that only read the key may run
 * together, because none of them makes a read stale. Transactions that only write the key may also
 * run at the same time. A transaction that reads and writes the key runs alone.
 */
final class HotKeyQueue {

  /** How the transaction accesses the key. */
  enum Access {
    READ,
    WRITE,
    UPDATE
  }

  /**
   * The entry that one transaction has in a queue. The entry stays in the queue while the
   * transaction runs.
   */
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

  /** Adds a transaction to the queue. Returns true if the transaction may run immediately. */
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
   * Removes a running or waiting transaction from the queue. Adds to {@code ready} the transactions
   * that no longer wait for any turn.
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
