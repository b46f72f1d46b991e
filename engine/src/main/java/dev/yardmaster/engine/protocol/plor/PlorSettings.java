package dev.yardmaster.engine.protocol.plor;

/**
 * The settings of {@link Plor}.
 *
 * @param delayedLocks whether the commit acquires the write locks (section 4.2)
 * @param optimisticFirst whether the first attempt of a transaction takes no locks before it
 *     commits: it validates its reads, and its commit locks its writes. Later attempts lock
 */
public record PlorSettings(DelayedLocks delayedLocks, boolean optimisticFirst) {

  /** When a transaction acquires its write locks. */
  public enum DelayedLocks {
    /** At the access. A conflict of two writers is settled at once. */
    OFF,

    /** At the commit, in a global order. Locks are not held while clients are waited for. */
    ON,

    /** At the commit if an access takes long, as it does if each access is a client's message. */
    AUTO
  }
}
