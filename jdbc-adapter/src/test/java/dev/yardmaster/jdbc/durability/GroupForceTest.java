package dev.yardmaster.jdbc.durability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the witness rule and the groups of commits. The test decides when each force ends. */
@Timeout(60)
class GroupForceTest {
  /** A session whose forces wait for the test. */
  private static final class TestSession implements ForceSession {
    final BlockingQueue<Runnable> begun = new LinkedBlockingQueue<>();
    private final BlockingQueue<Optional<SQLException>> ends = new LinkedBlockingQueue<>();
    private final SessionId id;
    volatile boolean isClosed;

    TestSession(String session) {
      id = new SessionId("server", session);
    }

    @Override
    public SessionId id() {
      return id;
    }

    @Override
    public void force() throws SQLException {
      begun.add(() -> {});
      try {
        Optional<SQLException> failure = ends.take();
        if (failure.isPresent()) {
          throw failure.get();
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    /** Waits for the next force to begin. */
    void awaitForce() throws InterruptedException {
      assertTrue(begun.poll(30, TimeUnit.SECONDS) != null, "no force began");
    }

    void end(SQLException failure) {
      ends.add(Optional.of(failure));
    }

    void succeed() {
      ends.add(Optional.empty());
    }

    @Override
    public void check() {}

    @Override
    public void abort() {
      isClosed = true;
      end(new SQLException("aborted"));
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  /** Records the outcome that the caller learns. */
  private static final class RecordedOutcome implements HeldOutcome {
    volatile boolean isTold;
    volatile SQLException unknown;

    @Override
    public void acknowledge() {
      isTold = true;
    }

    @Override
    public void failUnknown(SQLException cause) {
      unknown = cause;
    }

    boolean isOpen() {
      return !isTold && unknown == null;
    }
  }

  private final TestSession first = new TestSession("first");
  private final BlockingQueue<TestSession> further = new LinkedBlockingQueue<>();
  private GroupForce forces;

  private void start(int maxHeld) {
    forces =
        new GroupForce(
            first,
            () -> {
              TestSession next = further.poll();
              if (next == null) {
                throw new SQLException("no session");
              }
              return next;
            },
            Runnable::run,
            maxHeld,
            SystemNanoClock.INSTANCE);
  }

  @AfterEach
  void close() throws InterruptedException {
    forces.close(1);
  }

  private long witness() throws SQLException {
    return forces.awaitWitness(System.nanoTime() + TimeUnit.SECONDS.toNanos(30));
  }

  private RecordedOutcome release(long witness) {
    RecordedOutcome told = new RecordedOutcome();
    forces.releasing();
    assertTrue(forces.holds(told, witness, true));
    return told;
  }

  private static void await(BooleanSupplier condition) {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - deadlineNs < 0, "the condition did not hold in time");
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
    }
  }

  @Test
  void aCommitIsToldAfterAForceThatBeganAfterIt() throws Exception {
    start(100);
    RecordedOutcome one = release(witness());
    first.awaitForce();
    // The force under way may have begun before this commit returned.
    RecordedOutcome late = release(witness());
    assertTrue(one.isOpen());
    first.succeed();
    first.awaitForce();
    assertTrue(one.isTold);
    assertTrue(late.isOpen());
    assertEquals(1, forces.held());
    first.succeed();
    await(() -> late.isTold);
    assertEquals(2, forces.forces());
  }

  @Test
  void oneForceCoversAllThatWait() throws Exception {
    start(100);
    release(witness());
    first.awaitForce();
    List<RecordedOutcome> group = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      group.add(release(witness()));
    }
    first.succeed();
    first.awaitForce();
    first.succeed();
    await(() -> group.stream().allMatch(told -> told.isTold));
    assertEquals(2, forces.forces());
  }

  @Test
  void aReadWaitsOnlyWhileACommitIsNotForced() throws Exception {
    start(100);
    assertFalse(forces.holds(new RecordedOutcome(), witness(), false), "nothing was released");
    forces.releasing();
    // The commit may have ended at the server, although the commit's lane does not know this yet.
    RecordedOutcome read = new RecordedOutcome();
    assertTrue(forces.holds(read, witness(), false));
    RecordedOutcome committed = new RecordedOutcome();
    first.awaitForce();
    first.succeed();
    await(() -> read.isTold);
    assertTrue(forces.isForceDue());
    assertTrue(forces.holds(committed, witness(), true));
    first.awaitForce();
    first.succeed();
    await(() -> committed.isTold);
    assertFalse(forces.isForceDue());
    assertFalse(forces.holds(new RecordedOutcome(), witness(), false));
  }

  @Test
  void aLostForceMakesAllThatWaitsUnknown() throws Exception {
    start(100);
    RecordedOutcome one = release(witness());
    first.awaitForce();
    RecordedOutcome two = release(witness());
    SQLException failure = new SQLException("a warning");
    first.end(failure);
    await(() -> two.unknown != null);
    assertSame(failure, one.unknown);
    assertSame(failure, two.unknown);
    await(() -> first.isClosed);
  }

  @Test
  void aSessionDoesNotVouchForWhatBeganBeforeItWasOpen() throws Exception {
    start(100);
    long before = witness();
    release(before);
    first.awaitForce();
    first.end(new SQLException("the server was killed"));
    TestSession second = new TestSession("second");
    further.add(second);
    await(() -> forces.session(before) == null);
    long after = witness();
    assertNotEquals(before, after);
    assertEquals(second.id(), forces.session(after));
    assertNull(forces.session(before));
    RecordedOutcome late = new RecordedOutcome();
    assertTrue(forces.holds(late, before, false));
    await(() -> late.unknown != null);
    second.awaitForce();
    second.succeed();
  }

  @Test
  void afterALostForceReadsWaitForTheNextForce() throws Exception {
    start(100);
    release(witness());
    first.awaitForce();
    TestSession second = new TestSession("second");
    further.add(second);
    first.end(new SQLException("the session was ended, but not the server"));
    second.awaitForce();
    RecordedOutcome read = new RecordedOutcome();
    assertTrue(forces.holds(read, witness(), false), "it may have read what is not flushed");
    second.succeed();
    second.awaitForce();
    second.succeed();
    await(() -> read.isTold);
    assertFalse(forces.holds(new RecordedOutcome(), witness(), false));
  }

  @Test
  void aTransactionThatDidNotBeginIsToldAtOnce() throws Exception {
    start(100);
    forces.releasing();
    assertFalse(forces.holds(new RecordedOutcome(), GroupForce.NOT_BEGUN, true));
    assertFalse(forces.isForceDue());
  }

  @Test
  void aSuspectedSessionIsReplaced() throws Exception {
    start(100);
    long before = witness();
    TestSession second = new TestSession("second");
    further.add(second);
    forces.suspect(before);
    await(() -> forces.session(before) == null);
    assertTrue(witness() > before);
    await(() -> first.isClosed);
    second.awaitForce();
    second.succeed();
  }

  @Test
  void nothingBeginsWithASuspectedSession() throws Exception {
    start(100);
    RecordedOutcome told = release(witness());
    first.awaitForce();
    forces.suspect(witness());
    assertThrows(SQLException.class, () -> forces.awaitWitness(System.nanoTime()));
    first.succeed();
    await(() -> told.isTold);
  }

  @Test
  void withoutASessionNothingBegins() throws Exception {
    start(100);
    forces.suspect(witness());
    await(() -> first.isClosed);
    await(() -> forces.session(1) == null);
    SQLException none =
        assertThrows(SQLException.class, () -> forces.awaitWitness(System.nanoTime()));
    assertEquals("08001", none.getSQLState());
  }

  @Test
  void theNumberOfHeldOutcomesIsBounded() throws Exception {
    start(2);
    release(witness());
    first.awaitForce();
    release(witness());
    release(witness());
    RecordedOutcome third = new RecordedOutcome();
    Thread lane =
        new Thread(
            () -> {
              forces.releasing();
              forces.holds(third, 1, true);
            });
    lane.start();
    await(() -> lane.getState() == Thread.State.WAITING);
    assertEquals(4, forces.held());
    first.succeed();
    lane.join(TimeUnit.SECONDS.toMillis(30));
    assertFalse(lane.isAlive());
    first.awaitForce();
    first.succeed();
    await(() -> third.isTold);
  }

  @Test
  void closingForcesWhatIsHeld() throws Exception {
    start(100);
    RecordedOutcome one = release(witness());
    first.awaitForce();
    RecordedOutcome two = release(witness());
    first.succeed();
    first.succeed();
    forces.close(30_000);
    assertTrue(one.isTold && two.isTold);
    assertTrue(first.isClosed);
    RecordedOutcome late = new RecordedOutcome();
    assertTrue(forces.holds(late, 1, false));
    assertTrue(late.unknown != null);
    long inAnHour = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    assertThrows(SQLException.class, () -> forces.awaitWitness(inAnHour));
  }

  @Test
  void closingDoesNotWaitForAForceThatHangs() throws Exception {
    start(100);
    RecordedOutcome one = release(witness());
    first.awaitForce();
    forces.close(1);
    assertEquals("aborted", one.unknown.getMessage());
    assertFalse(one.isTold);
  }
}
