package dev.yardmaster.jdbc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.admission.Course;
import dev.yardmaster.jdbc.admission.Patience;
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

/** Threads that share a connection, as JDBC allows them to end it, never meet in its course. */
class PassageTest {
  private static final long SEED = 17;
  private static final int CONNECTIONS = 2_000;

  /** A course that must not be used by two threads at once, and knows whether it has the turn. */
  private static class LonelyCourse implements Course {
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
      return new RecordingCourse(new ArrayList<>()).template(sql);
    }

    @Override
    public void beforeExecution(List<BoundStatement> statements, boolean auto, Patience patience)
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
  }

  /** A wait that begins just after the connection was closed. */
  @Test
  void aCloseJustBeforeTheWaitEndsIt() {
    Passage[] passage = new Passage[1];
    Course waits =
        new LonelyCourse() {
          @Override
          public void beforeExecution(
              List<BoundStatement> statements, boolean auto, Patience patience)
              throws SQLException {
            CompletableFuture.runAsync(passage[0]::close).join();
            TestWaits.forever(patience, new CountDownLatch(1));
          }
        };
    passage[0] = new Passage(waits, false);
    StatementTemplate template = waits.template("UPDATE accounts SET balance = 0 WHERE id = 1");
    SQLException ended =
        assertThrows(
            SQLException.class,
            () ->
                passage[0].before(
                    List.of(new BoundStatement(template, List.of())), new Patience()));
    assertEquals("57014", ended.getSQLState());
  }

  @Test
  void whoeverClosesTheTurnIsGivenBackAndNeverByTwoAtOnce() throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int connection = 0; connection < CONNECTIONS; connection++) {
      LonelyCourse course = new LonelyCourse();
      Passage passage = new Passage(course, false);
      int commits = random.nextInt(50);
      int executions = random.nextInt(50);
      boolean closes = random.nextBoolean();
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < commits; i++) {
                  passage.ended(true, null);
                }
                if (closes) {
                  passage.close();
                } else {
                  passage.ended(false, null);
                }
              });
      List<BoundStatement> statements =
          List.of(BoundStatement.of(passage.template("UPDATE a"), new Object[0]));
      for (int i = 0; i < executions; i++) {
        if (passage.before(statements, new Patience())) {
          passage.after(statements, null);
        }
      }
      other.get(20, TimeUnit.SECONDS);
      String replay = "seed=" + SEED + " connection=" + connection;
      assertFalse(course.met, replay);
      if (!closes) {
        assertTrue(passage.before(statements, new Patience()), replay);
        assertTrue(course.hasTurn, replay);
        passage.after(statements, null);
        passage.close();
      }
      assertFalse(course.hasTurn, replay);
      assertFalse(passage.before(statements, new Patience()), replay);
    }
  }

  @Test
  void anEndByAnotherIsToldWhenTheUserLeaves() throws SQLException {
    List<String> log = new ArrayList<>();
    Passage passage = new Passage(new RecordingCourse(log), false);
    List<BoundStatement> statements =
        List.of(BoundStatement.of(passage.template("UPDATE a"), new Object[0]));
    assertTrue(passage.before(statements, new Patience()));
    passage.ended(true, null);
    passage.ended(true, null);
    assertFalse(passage.before(statements, new Patience()));
    passage.after(statements, null);
    assertEquals(List.of("before [UPDATE a]", "after", "ended"), log);
    assertTrue(passage.before(statements, new Patience()));
    passage.close();
    passage.close();
    passage.ended(true, null);
    assertEquals(4, log.size());
    passage.after(statements, null);
    assertEquals(List.of("after", "ended"), log.subList(4, 6));
  }
}
