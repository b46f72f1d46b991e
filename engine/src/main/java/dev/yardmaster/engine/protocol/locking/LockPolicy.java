package dev.yardmaster.engine.protocol.locking;

/**
 * The rule that decides what a transaction does when it requests a lock that other transactions
 * hold or request.
 */
public enum LockPolicy {
  /** The requesting transaction always aborts. */
  NO_WAIT("no-wait"),
  /**
   * The requesting transaction waits if it is older than all conflicting transactions, and aborts
   * otherwise. So no transaction waits for an older transaction.
   */
  WAIT_DIE("wait-die"),
  /**
   * The requesting transaction aborts the younger conflicting transactions, and waits. So a
   * transaction waits for a younger transaction only until the younger transaction has aborted and
   * released its locks.
   */
  WOUND_WAIT("wound-wait");

  private final String title;

  LockPolicy(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
