package dev.yardmaster.jdbc.figures;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The MXBean of a database. The bean holds only a weak reference to the database. A DataSource that
 * the application drops without closing it can therefore be garbage-collected.
 */
final class JdbcBean implements JdbcMXBean {
  private final WeakReference<ScheduledDatabase> database;

  JdbcBean(ScheduledDatabase database) {
    this.database = new WeakReference<>(database);
  }

  private ScheduledDatabase database() {
    ScheduledDatabase present = database.get();
    if (present == null) {
      throw new IllegalStateException("the DataSource is no longer in use");
    }
    return present;
  }

  private DatabaseFigures figures() {
    return database().figures();
  }

  @Override
  public long getTransactions() {
    return figures().transactions();
  }

  @Override
  public long getCommitted() {
    return figures().committed();
  }

  @Override
  public long getRolledBack() {
    return figures().rolledBack();
  }

  @Override
  public long getAborted() {
    return figures().aborted();
  }

  @Override
  public Map<String, Long> getAbortsBySqlState() {
    return figures().abortsBySqlState();
  }

  @Override
  public long getConflicts() {
    return figures().conflicts();
  }

  @Override
  public long getWaits() {
    return figures().waits();
  }

  @Override
  public long getWaitedMs() {
    return TimeUnit.NANOSECONDS.toMillis(figures().waitedNs());
  }

  @Override
  public long getLongestWaitMs() {
    return TimeUnit.NANOSECONDS.toMillis(figures().longestWaitNs());
  }

  @Override
  public long getPassed() {
    return figures().allPassed();
  }

  @Override
  public Map<String, Long> getPassedByReason() {
    Map<String, Long> byLabel = new TreeMap<>();
    figures().passed().forEach((reason, count) -> byLabel.put(reason.label(), count));
    return byLabel;
  }

  @Override
  public int getQueued() {
    return figures().queued();
  }

  @Override
  public int getScheduledClasses() {
    return figures().scheduledClasses();
  }

  @Override
  public long getTrials() {
    return figures().trials();
  }

  @Override
  public long getLeased() {
    return figures().leased();
  }

  @Override
  public long getUnleased() {
    return figures().unleased();
  }

  @Override
  public boolean isOn() {
    return database().isOn();
  }

  @Override
  public void setOn(boolean on) {
    database().switchTo(on);
  }

  @Override
  public String getAdvice() {
    return database().advice().map(Advice::text).orElse("");
  }

  @Override
  public void advise() {
    database().advise();
  }
}
