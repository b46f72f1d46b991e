package dev.yardmaster.proof.torture.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.proof.torture.TortureFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Soaks servers for some seconds, also servers with a planted fault. */
class SoakTest {

  private static final long NS_PER_SECOND = 1_000_000_000L;
  private static final int KINDS_OF_DISTURBANCES = 5;

  @TempDir private Path folder;

  private SoakTotals soak(
      Class<? extends SoakedServer> server, String mode, int stretches, long seconds, long seed)
      throws IOException, InterruptedException {
    SoakPlan plan =
        new SoakPlan(mode, stretches, seconds * NS_PER_SECOND, Long.MAX_VALUE, 50, 4, 40);
    try (Soak soak =
        new Soak(
            folder.resolve("data"),
            folder.resolve("errors"),
            plan,
            server,
            new SplittableRandom(seed),
            SystemNanoClock.INSTANCE,
            totals -> {})) {
      return soak.run();
    }
  }

  @ParameterizedTest
  @CsvSource({"sync,1", "async,2"})
  void disturbedServerLosesNothingAndDoesNotGrow(String mode, long seed)
      throws IOException, InterruptedException {
    SoakTotals totals = soak(SoakedServer.class, mode, 2, 8, seed);
    assertEquals(2, totals.stretches());
    assertEquals(KINDS_OF_DISTURBANCES, totals.disturbances().size(), totals::summary);
    assertTrue(totals.restarts() > 0, totals::summary);
    assertTrue(totals.committed() > 0, totals::summary);
    assertTrue(totals.repeated() > 0, totals::summary);
  }

  private void requireFound(Class<? extends SoakedServer> server, String message) {
    TortureFailure failure =
        assertThrows(TortureFailure.class, () -> soak(server, "async", 1, 2, 3));
    assertTrue(failure.getMessage().contains(message), failure::getMessage);
  }

  @Test
  void depositThatIsAcknowledgedAndLostIsFound() {
    requireFound(FaultyServers.LosesDeposits.class, "follow from");
  }

  @Test
  void leakOfThreadsIsFound() {
    requireFound(FaultyServers.LeaksThreads.class, "the number of threads has grown");
  }

  @Test
  void leakOfDescriptorsIsFound() {
    requireFound(FaultyServers.LeaksDescriptors.class, "the number of open descriptors has grown");
  }

  @Test
  void leakOfHeapIsFound() {
    requireFound(FaultyServers.LeaksHeap.class, "the heap in use without data has grown");
  }

  @Test
  void leakOfDirectMemoryIsFound() {
    requireFound(FaultyServers.LeaksDirectMemory.class, "the direct memory has grown");
  }
}
