package dev.yardmaster.engine.protocol.locking;

/** The rule for a transaction that requests a lock that others hold or request. */
public enum LockPolicy {
  /** The transaction aborts. */
  NO_WAIT("no-wait"),
  /**
   * The transaction waits if it is older than all of them, and aborts otherwise. So no transaction
   * waits for an older one.
   */
  WAIT_DIE("wait-die"),
  /**
   * The transaction aborts the younger ones, and waits. So no transaction that can continue waits
   * for a younger one.
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
