package dev.yardmaster.engine.protocol.locking;

/** What a transaction does when it wants a lock that others have or want. */
public enum LockPolicy {
  /** It aborts. */
  NO_WAIT("no-wait"),
  /** It waits if it is older than all of them, else it aborts. So nobody waits for an older one. */
  WAIT_DIE("wait-die"),
  /**
   * It has the younger ones aborted, and waits. So nobody who can go on waits for a younger one.
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
