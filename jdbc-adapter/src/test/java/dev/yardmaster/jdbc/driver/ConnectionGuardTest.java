package dev.yardmaster.jdbc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.admission.AdmissionSession;
import dev.yardmaster.jdbc.admission.CancellableTimeout;
import dev.yardmaster.jdbc.admission.TestWaits;
import dev.yardmaster.jdbc.sql.BoundStatement;
import dev.yardmaster.jdbc.sql.StatementTemplate;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * Tests threads that share a connection in the ways that JDBC allows. Two threads must never use
 * the connection's session at the same time.
 */
class ConnectionGuardTest {
  private static final long SEED = 17;
  private static final int CONNECTIONS = 2_000;

  /**
   * A session that detects a use by two threads at the same time, and records whether a transaction
   * is admitted.
   */
  private static class SingleThreadSession implements AdmissionSession {
    private final AtomicBoolean used = new AtomicBoolean();
    private boolean hasTurn;
    private volatile boolean met;

    private void use(boolean turnAfter) {
      if (!used.compareAndSet(false, true)) {
        met = true;
      }
      hasTurn = turnAfter;
      for (int i = 0; i < 50; i++) {
        Thread.onSpinWait();
      }
      used.set(false);
    }

    @Override
    public StatementTemplate template(String sql) {
      return new RecordingSession(new ArrayList<>()).template(sql);
    }

    @Override
    public void beforeExecution(
        List<BoundStatement> statements, boolean auto, CancellableTimeout waitLimit)
        throws SQLException {
      use(true);
    }

    @Override
    public void afterExecution(
        List<BoundStatement> statements, boolean autoCommit, SQLException failure) {
      use(hasTurn);
    }

    @Override
    public void transactionEnded(boolean committed, SQLException failure) {
      use(false);
    }

    @Override
    public void passThrough(boolean on) {}

    @Override
    public void savepointSet() {}
  }

  /** Tests a wait that begins just after the connection was closed. */
  @Test
  void aCloseJustBeforeTheWaitEndsIt() {
    ConnectionGuard[] guard = new ConnectionGuard[1];
    AdmissionSession waits =
        new SingleThreadSession() {
          @Override
          public void beforeExecution(
              List<BoundStatement> statements, boolean auto, CancellableTimeout waitLimit)
              throws SQLException {
            CompletableFuture.runAsync(guard[0]::close).join();
            TestWaits.forever(waitLimit, new CountDownLatch(1));
          }
        };
    guard[0] = new ConnectionGuard(waits, false);
    StatementTemplate template = waits.template("UPDATE accounts SET balance = 0 WHERE id = 1");
    SQLException ended =
        assertThrows(
            SQLException.class,
            () ->
                guard[0].before(
                    List.of(BoundStatement.of(template, new Object[0])), new CancellableTimeout()));
    assertEquals("57014", ended.getSQLState());
  }

  @Test
  void whoeverClosesTheTurnIsGivenBackAndNeverByTwoAtOnce() throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int connection = 0; connection < CONNECTIONS; connection++) {
      SingleThreadSession session = new SingleThreadSession();
      ConnectionGuard guard = new ConnectionGuard(session, false);
      int commits = random.nextInt(50);
      int executions = random.nextInt(50);
      boolean closes = random.nextBoolean();
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < commits; i++) {
                  guard.ended(true, null);
                }
                if (closes) {
                  guard.close();
                } else {
                  guard.ended(false, null);
                }
              });
      List<BoundStatement> statements =
          List.of(BoundStatement.of(guard.template("UPDATE a"), new Object[0]));
      for (int i = 0; i < executions; i++) {
        if (guard.before(statements, new CancellableTimeout())) {
          guard.after(statements, null);
        }
      }
      other.get(20, TimeUnit.SECONDS);
      String replay = "seed=" + SEED + " connection=" + connection;
      assertFalse(session.met, replay);
      if (!closes) {
        assertTrue(guard.before(statements, new CancellableTimeout()), replay);
        assertTrue(session.hasTurn, replay);
        guard.after(statements, null);
        guard.close();
      }
      assertFalse(session.hasTurn, replay);
      assertFalse(guard.before(statements, new CancellableTimeout()), replay);
    }
  }

  @Test
  void anEndByAnotherIsToldWhenTheUserLeaves() throws SQLException {
    List<String> log = new ArrayList<>();
    ConnectionGuard guard = new ConnectionGuard(new RecordingSession(log), false);
    List<BoundStatement> statements =
        List.of(BoundStatement.of(guard.template("UPDATE a"), new Object[0]));
    assertTrue(guard.before(statements, new CancellableTimeout()));
    guard.ended(true, null);
    guard.ended(true, null);
    assertFalse(guard.before(statements, new CancellableTimeout()));
    guard.after(statements, null);
    assertEquals(List.of("before [UPDATE a]", "after", "ended"), log);
    assertTrue(guard.before(statements, new CancellableTimeout()));
    guard.close();
    guard.close();
    guard.ended(true, null);
    assertEquals(4, log.size());
    guard.after(statements, null);
    assertEquals(List.of("after", "ended"), log.subList(4, 6));
  }
}
