package dev.yardmaster.jdbc.admission;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.admission.settings.AdmissionConfig;
import dev.yardmaster.jdbc.admission.settings.WatchConfig;
import dev.yardmaster.jdbc.advice.Advisor;
import dev.yardmaster.jdbc.advice.AdvisorPace;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import dev.yardmaster.jdbc.sql.KeyColumns;
import dev.yardmaster.jdbc.sql.RowHash;
import dev.yardmaster.jdbc.sql.StatementTemplates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * An admission whose clock the test advances, and the clients of a bank whose transactions it
 * admits.
 */
final class TestAdmission implements AutoCloseable {
  static final Duration MAX_WAIT = Duration.ofHours(1);

  /** A watch that writes no log and gives advice only on request. */
  static final WatchConfig UNWATCHED =
      new WatchConfig("test", 0, Advisor.Mode.OFF, AdvisorPace.DEFAULT);

  final AtomicLong nowNs = new AtomicLong();
  final Admission admission;
  final DatabaseAdmission database;
  private final StatementTemplates templates =
      new StatementTemplates(
          KeyColumns.parse("accounts(id), savings(id), owners(id)"), new RowHash(1, 2));
  private final List<TestClient> clients = new ArrayList<>();

  TestAdmission() {
    this(new ScheduleConfig(50, 1_000, 1_000, 1_000));
  }

  TestAdmission(ScheduleConfig schedule) {
    this(new AdmissionConfig(schedule, MAX_WAIT, true));
  }

  TestAdmission(AdmissionConfig config) {
    this(config, UNWATCHED);
  }

  TestAdmission(AdmissionConfig config, WatchConfig watched) {
    database = new DatabaseAdmission(config, watched, null, AdmissionTrials.PACE, nowNs::get);
    admission = database.admission();
  }

  /** Creates the session of another connection. */
  ScheduledSession session() {
    return new ScheduledSession(database, templates, false);
  }

  /** Creates the session of a connection to a database that aborts a transaction at an error. */
  ScheduledSession sessionThatAbortsOnError() {
    return new ScheduledSession(database, templates, true);
  }

  /** Returns the database's figures, switch and advisor. */
  DatabaseWatch watch() {
    return database.watch();
  }

  /** Returns the counts of the admission. */
  AdmissionFigures figures() {
    return admission.figures();
  }

  /** Returns expected counts. The order of the counts is the same as in the record. */
  static AdmissionFigures counts(
      long admitted, long waited, long passed, long cancelled, int queued, int running) {
    return new AdmissionFigures(admitted, waited, passed, cancelled, queued, running);
  }

  /** Creates another client, with its own thread and connection. */
  TestClient client() {
    return client(session());
  }

  TestClient client(ScheduledSession session) {
    TestClient client = new TestClient(session);
    clients.add(client);
    return client;
  }

  /** Advances the clock and wakes the waiting threads, so that the threads read the clock. */
  void advance(Duration by) {
    nowNs.addAndGet(by.toNanos());
    clients.forEach(client -> LockSupport.unpark(client.thread));
  }

  /** Waits for a condition, with a deadline. */
  static void await(BooleanSupplier condition, String what) {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertTrue(
          System.nanoTime() - deadlineNs < 0, () -> "the condition did not hold in time: " + what);
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
    }
  }

  @Override
  public void close() {
    clients.forEach(TestClient::close);
  }
}
