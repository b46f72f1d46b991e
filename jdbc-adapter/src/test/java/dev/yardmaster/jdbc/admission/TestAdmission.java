package dev.yardmaster.jdbc.admission;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.failure.FailureClassifier;
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

  final AtomicLong nowNs = new AtomicLong();
  final Admission admission;
  final Predictions predictions = new Predictions();
  private final StatementTemplates templates =
      new StatementTemplates(
          KeyColumns.parse("accounts(id), savings(id), owners(id)"), new RowHash(1, 2));
  private final List<TestClient> clients = new ArrayList<>();

  TestAdmission() {
    this(new ScheduleConfig(50, 1_000, 1_000, 1_000));
  }

  TestAdmission(ScheduleConfig schedule) {
    admission = new Admission(new AdmissionConfig(schedule, MAX_WAIT), nowNs::get);
  }

  /** Creates the session of another connection. */
  ScheduledSession session() {
    return new ScheduledSession(admission, templates, predictions, FailureClassifier.standard());
  }

  /** Creates another client, with its own thread and connection. */
  TestClient client() {
    TestClient client = new TestClient(session());
    clients.add(client);
    return client;
  }

  /** Waits until this number of transactions is queued. */
  void awaitQueued(int count) {
    await(() -> admission.figures().queued() == count, "queued=" + count);
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
