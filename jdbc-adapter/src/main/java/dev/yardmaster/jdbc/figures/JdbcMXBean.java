package dev.yardmaster.jdbc.figures;

import java.util.Map;

/**
 * A {@link ScheduledDatabase} in JMX, as {@code dev.yardmaster:type=Jdbc,name="..."}. The
 * attributes are those of {@link DatabaseFigures}, with times in ms.
 */
public interface JdbcMXBean {
  /** Returns the number of transactions that ended in any way. */
  long getTransactions();

  /** Returns the number of transactions that committed. */
  long getCommitted();

  /** Returns the number of transactions that the application rolled back. */
  long getRolledBack();

  /** Returns the number of transactions that an error of the database ended. */
  long getAborted();

  /** Returns the number of transactions that an error of the database ended, by SQLState. */
  Map<String, Long> getAbortsBySqlState();

  /** Returns the number of aborted transactions that may commit if they run again. */
  long getConflicts();

  /** Returns the number of waits. */
  long getWaits();

  /** Returns the time of all waits, in ms. */
  long getWaitedMs();

  /** Returns the time of the longest wait, in ms. */
  long getLongestWaitMs();

  /** Returns the number of transactions that ran without their turn. */
  long getPassed();

  /** Returns the number of transactions that ran without their turn, by the reason. */
  Map<String, Long> getPassedByReason();

  /** Returns the present number of waiting transactions. */
  int getQueued();

  /** Returns the present number of classes of transactions that are scheduled. */
  int getScheduledClasses();

  /** Returns the number of trials of scheduling. */
  long getTrials();

  /** Returns the number of transactions that got a lease from the coordinator. */
  long getLeased();

  /** Returns the number of transactions on hot rows that continued without a lease. */
  long getUnleased();

  /** Returns whether scheduling is switched on. */
  boolean isOn();

  /** Switches the scheduling on or off; see {@link ScheduledDatabase#switchTo}. */
  void setOn(boolean on);

  /** Returns the last advice; empty if there is none yet. */
  String getAdvice();

  /** Requests new advice; see {@link ScheduledDatabase#advise}. */
  void advise();
}
