package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.figures.JmxRegistration;
import dev.yardmaster.jdbc.figures.RunningSchedulers;
import dev.yardmaster.jdbc.figures.WaitSource;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the figures of a scheduler in JMX and in the log, from its start to its close. The thread
 * of the deadlines writes the log; any thread may close the object.
 */
final class SchedulerDisplay implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulerFigures.class);
  private static final double NS_PER_MS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final double NS_PER_S = TimeUnit.SECONDS.toNanos(1);

  private final String name;
  private final WaitSource waits;
  private final Supplier<SchedulerFigures> figures;
  private final JmxRegistration bean;
  private SchedulerFigures before;

  SchedulerDisplay(String ownName, WaitSource waits, Supplier<SchedulerFigures> figures) {
    this.waits = waits;
    this.figures = figures;
    name = RunningSchedulers.add(ownName, waits);
    bean = JmxRegistration.of("JdbcScheduler", name, new SchedulerBean(figures));
    before = figures.get();
  }

  /** Writes a line if transactions have ended since the last line. */
  void write(long intervalNs) {
    SchedulerFigures now = figures.get();
    if (ended(now) > ended(before) && LOG.isInfoEnabled()) {
      LOG.info("{}: {}", name, line(before, now, intervalNs));
    }
    before = now;
  }

  private static long ended(SchedulerFigures figures) {
    return figures.committed()
        + figures.exhausted()
        + figures.ambiguous()
        + figures.failed()
        + figures.notStarted();
  }

  /** Returns the line for the time between two states of the figures. */
  static String line(SchedulerFigures before, SchedulerFigures now, long ns) {
    long committed = now.committed() - before.committed();
    long started = now.started() - before.started();
    return String.format(
        Locale.ROOT,
        "%,d committed in %.0f s (%,.0f/s), %,d attempts aborted, %,d exhausted, %,d ambiguous,"
            + " %,d failed, %,d not started, waits of %.1f ms on average",
        committed,
        ns / NS_PER_S,
        committed * NS_PER_S / Math.max(1, ns),
        now.aborted() - before.aborted(),
        now.exhausted() - before.exhausted(),
        now.ambiguous() - before.ambiguous(),
        now.failed() - before.failed(),
        now.notStarted() - before.notStarted(),
        (now.waitedNs() - before.waitedNs()) / NS_PER_MS / Math.max(1, started));
  }

  /** Stops showing the scheduler. */
  @Override
  public void close() {
    bean.close();
    RunningSchedulers.remove(name, waits);
  }
}
