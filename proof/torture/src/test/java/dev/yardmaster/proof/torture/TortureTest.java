package dev.yardmaster.proof.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.storage.log.RestorePoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs short torture runs, and checks that faults of a restore are found. */
class TortureTest {

  private static final int CUSTOMERS = 20;
  private static final int OUTSTANDING = 50;

  @TempDir private Path folder;

  private TortureTotals run(int kills, long seed, Restoring restoring)
      throws IOException, InterruptedException {
    try (Torture torture =
        new Torture(
            folder.resolve("data"),
            folder.resolve("errors"),
            "sync",
            CUSTOMERS,
            OUTSTANDING,
            new SplittableRandom(seed),
            restoring,
            SystemNanoClock.INSTANCE,
            totals -> {})) {
      return torture.run(kills);
    }
  }

  @Test
  void backupsAreTakenAndRestored() throws IOException, InterruptedException {
    TortureTotals totals = run(4, 1, Restoring.PRODUCT);
    assertEquals(4, totals.kills());
    assertTrue(totals.backups() > 0, totals::toString);
    assertTrue(totals.restores() > 0, totals::toString);
  }

  @Test
  void restoreWithoutTheLastCommitIsFound() {
    Restoring shortened =
        (from, to, point) -> {
          long through = point.version() == Long.MAX_VALUE ? 0 : point.version() - 1;
          Restoring.PRODUCT.run(from, to, RestorePoint.version(Math.max(through, 1)));
        };
    TortureFailure failure = assertThrows(TortureFailure.class, () -> run(2, 2, shortened));
    assertTrue(failure.getMessage().contains("restored to version"), failure::getMessage);
  }
}
