package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.RecordHeader;

/**
 * The settings of {@link Plor}.
 *
 * @param delayedLocks when transactions acquire their write locks: at the access or at the commit
 *     (section 4.2)
 * @param optimisticFirst whether the first attempt of a transaction locks only hot records at the
 *     access. At the commit, such an attempt validates its other reads and locks its other writes.
 *     Later attempts lock all records. Read-only logic validates its reads in its first 3 attempts
 * @param hot with {@code optimisticFirst}, the temperature from which a record is hot
 * @param latchFree whether locks have no latch (section 4.2)
 * @param deadlines whether transactions are ordered by their deadlines instead of their arrivals
 *     (PLOR-RT, section 6.4)
 * @param firstWord the position of the lock among the words in front of a record, 1 or more.
 *     Earlier words are the header and the words of other protocols of a mix
 */
public record PlorSettings(
    DelayedLocks delayedLocks,
    boolean optimisticFirst,
    int hot,
    boolean latchFree,
    boolean deadlines,
    int firstWord) {

  /** A record reaches this temperature after about 60 conflicts within a second. */
  private static final int HOT = 6;

  /**
   * The default settings. Write locks are acquired at the access, or at the commit if the
   * transaction runs in steps. Transactions are ordered by their arrivals.
   */
  public static final PlorSettings DEFAULT =
      new PlorSettings(DelayedLocks.IN_STEPS, false, HOT, true, false, RecordHeader.WORDS);

  /** Returns the same settings with another rule for when write locks are acquired. */
  public PlorSettings withDelayedLocks(DelayedLocks newDelayedLocks) {
    return new PlorSettings(newDelayedLocks, optimisticFirst, hot, latchFree, deadlines, firstWord);
  }

  /** Returns the same settings with or without a first attempt that locks only hot records. */
  public PlorSettings withOptimisticFirst(boolean newOptimisticFirst) {
    return new PlorSettings(delayedLocks, newOptimisticFirst, hot, latchFree, deadlines, firstWord);
  }

  /** Returns the same settings with another temperature at which records are hot. */
  PlorSettings withHot(int newHot) {
    return new PlorSettings(delayedLocks, optimisticFirst, newHot, latchFree, deadlines, firstWord);
  }

  /** Returns the same settings, with transactions ordered by deadlines or by arrivals. */
  public PlorSettings withDeadlines(boolean newDeadlines) {
    return new PlorSettings(delayedLocks, optimisticFirst, hot, latchFree, newDeadlines, firstWord);
  }

  /** Returns the same settings, with or without latches in its locks. */
  public PlorSettings withLatchFree(boolean newLatchFree) {
    return new PlorSettings(delayedLocks, optimisticFirst, hot, newLatchFree, deadlines, firstWord);
  }

  /** Returns the same settings with another position of the lock's first word. */
  public PlorSettings withFirstWord(int newFirstWord) {
    return new PlorSettings(delayedLocks, optimisticFirst, hot, latchFree, deadlines, newFirstWord);
  }

  /** The times at which a transaction can acquire its write locks. */
  public enum DelayedLocks {
    /**
     * At the access, so that a conflict of two writers is resolved early. But at the commit, if the
     * transaction is suspended between steps.
     */
    IN_STEPS,

    /**
     * At the commit, in a global order, so that no lock is held while the transaction waits for its
     * client.
     */
    ON,

    /**
     * At the commit if accesses take long, for example because each access is a message from a
     * client. Otherwise at the access.
     */
    AUTO
  }
}
