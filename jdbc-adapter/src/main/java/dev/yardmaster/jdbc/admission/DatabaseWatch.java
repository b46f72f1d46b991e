package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.admission.settings.WatchConfig;
import dev.yardmaster.jdbc.advice.Advisor;
import dev.yardmaster.jdbc.counting.FiguresLog;
import dev.yardmaster.jdbc.figures.Advice;
import dev.yardmaster.jdbc.figures.DatabaseFigures;
import dev.yardmaster.jdbc.figures.ScheduledDatabase;
import dev.yardmaster.jdbc.figures.ScheduledDatabases;
import dev.yardmaster.jdbc.figures.WaitObserver;
import dev.yardmaster.logging.Loggers;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;

/**
 * Watches a database's admission: shows its figures, writes them to the log, and advances its
 * advisor. The threads of the application do the work: a thread that ends a transaction calls
 * {@link #look}. This class is thread-safe.
 */
final class DatabaseWatch implements ScheduledDatabase, AutoCloseable {
  private static final Logger LOG = Loggers.ofAnswers(Advice.class);

  /**
   * The shortest time between two calls of the advisor, so that the end of most transactions only
   * reads one field.
   */
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

  private static final long PAUSE_AFTER_FAILURE_NS = TimeUnit.MINUTES.toNanos(1);

  private final String name;
  private final DatabaseAdmission database;
  private final Advisor advisor;
  private final ReentrantLock lock = new ReentrantLock();

  @Shared(
      writers = "the thread that looks at the log",
      readers = "the same",
      access = "guarded by DatabaseWatch.lock")
  private final FiguresLog log;

  @Shared(
      writers = "the thread that looks at the log",
      readers = "threads that end a transaction",
      access = "volatile; written about once in 5 ms")
  private volatile long nextLookNs;

  @Shared(
      writers = "the thread that shows the database, under DatabaseWatch.lock",
      readers = "threads that write to the log or close the database",
      access = "volatile")
  private volatile String shownName;

  /** Whether the database was shown or closed. In both cases, the database is not shown again. */
  @Shared(
      writers = "threads that show or close the database, under DatabaseWatch.lock",
      readers = "threads that connect",
      access = "volatile")
  private volatile boolean wasShown;

  DatabaseWatch(WatchConfig config, DatabaseAdmission database) {
    name = config.name();
    shownName = name;
    this.database = database;
    long nowNs = nowNs();
    log = new FiguresLog(config.logIntervalNs(), database.figures(), nowNs);
    advisor =
        new Advisor(
            config.pace(),
            new AdvisedAdmission(database),
            config.advise(),
            new SplittableRandom(nowNs),
            this::write,
            nowNs);
    nextLookNs = nowNs;
  }

  /**
   * Shows the database in JMX and in meters until {@link #close}. The first connection calls this
   * method, so a URL that never connects is not shown.
   */
  void show() {
    if (wasShown) {
      return;
    }
    lock.lock();
    try {
      if (!wasShown) {
        wasShown = true;
        shownName = ScheduledDatabases.add(this);
      }
    } finally {
      lock.unlock();
    }
  }

  private long nowNs() {
    return database.clock().nanoTime();
  }

  private void write(Advice advice) {
    LOG.info("{}: {}", shownName, advice.text());
  }

  /**
   * The database's admission calls this method at the end of each transaction. The method throws no
   * exception of the advisor or the log to the application, whose transaction may have committed.
   */
  void look(long nowNs) {
    if (nowNs - nextLookNs >= 0) {
      nextLookNs = nowNs + LOOK_NS;
      try {
        advisor.look(nowNs);
        writeIfDue(nowNs);
      } catch (RuntimeException failure) {
        nextLookNs = nowNs + PAUSE_AFTER_FAILURE_NS;
        LOG.warn("{}: the figures could not be written, or the advisor failed", shownName, failure);
      }
    }
  }

  private void writeIfDue(long nowNs) {
    if (lock.tryLock()) {
      try {
        if (log.isDue(nowNs)) {
          log.write(shownName, database.figures(), nowNs);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public DatabaseFigures figures() {
    return database.figures();
  }

  @Override
  public boolean isOn() {
    return database.gate().isOn();
  }

  @Override
  public void switchTo(boolean on) {
    advisor.switchTo(on, nowNs());
  }

  @Override
  public void observeWaits(WaitObserver observer) {
    database.gate().observeWaits(observer);
  }

  @Override
  public void advise() {
    advisor.request(nowNs());
  }

  /**
   * Returns the last advice. This call also advances the advisor, because without traffic no ending
   * transaction advances it.
   */
  @Override
  public Optional<Advice> advice() {
    advisor.look(nowNs());
    return advisor.advice();
  }

  /** Writes the last figures to the log, and removes the database from JMX and from meters. */
  @Override
  public void close() {
    lock.lock();
    try {
      if (wasShown) {
        ScheduledDatabases.remove(shownName);
      }
      wasShown = true;
      log.write(shownName, database.figures(), nowNs());
    } finally {
      lock.unlock();
    }
  }
}
