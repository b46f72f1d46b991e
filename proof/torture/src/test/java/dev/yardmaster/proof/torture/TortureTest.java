package dev.yardmaster.proof.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a short torture run. {@link BackupsTest} tests that bugs in the code that restores backups
 * are found.
 */
class TortureTest {

  private static final int CUSTOMERS = 20;
  private static final int OUTSTANDING = 50;

  @TempDir private Path folder;

  private TortureTotals run(String engine, String storage, int kills, long seed)
      throws IOException, InterruptedException {
    try (Torture torture =
        new Torture(
            folder.resolve("data"),
            new ErrorFiles(folder.resolve("errors")),
            new BankService(engine, "sync", storage),
            CUSTOMERS,
            OUTSTANDING,
            new SplittableRandom(seed),
            Restoring.PRODUCT,
            SystemNanoClock.INSTANCE,
            totals -> {})) {
      return torture.run(kills);
    }
  }

  @Test
  void backupsAreTakenAndRestored() throws IOException, InterruptedException {
    TortureTotals totals = run(BankService.PIPELINE, "memory", 1, 1);
    assertEquals(1, totals.kills());
    assertTrue(totals.backups() > 0, totals::toString);
    assertTrue(totals.restores() > 0, totals::toString);
  }

  @Test
  void dataOnDiskAreBackedUpAndRestored() throws IOException, InterruptedException {
    TortureTotals totals = run(BankService.PIPELINE, "disk", 2, 1);
    assertEquals(2, totals.kills());
    assertTrue(totals.backups() > 0, totals::toString);
    assertTrue(totals.restoresWithArchive() > 0, totals::toString);
  }

  @Test
  void engineIsKilledAndRestored() throws IOException, InterruptedException {
    TortureTotals totals = run("plor", "memory", 1, 1);
    assertEquals(1, totals.kills());
    assertTrue(totals.backups() > 0, totals::toString);
    assertTrue(totals.restores() > 0, totals::toString);
    assertEquals(0, totals.restoresWithArchive(), totals::toString);
  }
}
