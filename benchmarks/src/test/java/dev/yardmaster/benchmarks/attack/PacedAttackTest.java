package dev.yardmaster.benchmarks.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests how the acts of an attack are counted. */
@Timeout(30)
class PacedAttackTest {

  private static final int ACTS_PER_SECOND = 1_000;

  @TempDir private Path folder;

  /** A lane that acts according to a script, and then waits. */
  private static final class Scripted implements PacedAttack.Lane {

    private final CountDownLatch over = new CountDownLatch(1);
    private int act;

    @Override
    public Reaction act() throws IOException {
      act++;
      return switch (act) {
        case 1, 2, 3 -> Reaction.ACCEPTED;
        case 4, 5 -> Reaction.REFUSED;
        case 6 -> throw new IOException("planted");
        default -> throw awaited();
      };
    }

    private IllegalStateException awaited() {
      try {
        over.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return new IllegalStateException("planted");
    }

    @Override
    public void close() {
      // The lane has no resources to close.
    }
  }

  @Test
  void reactionsCountSeparatelyAndAThreadThatEndsIsAFailure() throws Exception {
    Path file = folder.resolve("counters");
    AttackCounters written = AttackCounters.open(file);
    AttackCounters read = AttackCounters.open(file);
    try (PacedAttack attack = new PacedAttack(written, SystemNanoClock.INSTANCE)) {
      Scripted lane = new Scripted();
      attack.start(lane, ACTS_PER_SECOND);
      while (read.counts().failed() == 0) {
        Thread.onSpinWait();
      }
      assertEquals(new AttackCounts(3, 2, 1), read.counts());
      assertEquals(5, read.counts().acts());
      lane.over.countDown();
      WorkloadFailure ended =
          assertThrows(
              WorkloadFailure.class,
              () -> {
                while (read.counts().failed() == 1) {
                  Thread.onSpinWait();
                }
              });
      assertTrue(ended.getMessage().contains("threads=1"), ended.getMessage());
    }
  }
}
