package dev.yardmaster.jdbc;

/**
 * A {@link JdbcScheduler} in JMX, as {@code dev.yardmaster:type=JdbcScheduler,name="..."}. The
 * attributes are those of {@link SchedulerFigures}, with times in ms.
 */
public interface SchedulerMXBean {
  /** Returns the number of transactions that were committed. */
  long getCommitted();

  /** Returns the number of attempts that the database aborted. */
  long getAborted();

  /** Returns the number of transactions that failed after their last attempt. */
  long getExhausted();

  /** Returns the number of transactions whose outcome is unknown. */
  long getAmbiguous();

  /** Returns the number of transactions that failed for another reason. */
  long getFailed();

  /** Returns the number of transactions that were refused, or waited until their deadline. */
  long getNotStarted();

  /** Returns the number of transactions that started. */
  long getStarted();

  /** Returns the time from arrival to start, in ms, summed over all transactions that started. */
  long getWaitedMs();

  /** Returns the longest time from an arrival to a start, in ms. */
  long getLongestWaitMs();

  /** Returns the present number of waiting transactions. */
  int getQueued();

  /** Returns the present number of running transactions. */
  int getRunning();

  /** Returns the number of batches that were ordered. */
  long getBatches();

  /** Returns the number of transactions in the ordered batches. */
  long getOrdered();

  /** Returns how often a transaction was moved to a later batch. */
  long getHeldOver();

  /** Returns how often a transaction joined the database transaction of other transactions. */
  long getJoined();

  /** Returns the number of transactions for which a commit without a flush was sent. */
  long getReleasedEarly();

  /** Returns the number of forced flushes for these transactions. */
  long getForces();

  /** Returns the present number of ended transactions whose callers wait for a flush. */
  int getHeld();
}
