package dev.yardmaster.proof.torture.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.proof.torture.BankHistory;
import dev.yardmaster.proof.torture.BankService;
import dev.yardmaster.proof.torture.ErrorFiles;
import dev.yardmaster.proof.torture.TortureFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Soaks servers until every kind of disturbance has taken effect; some of the servers have a
 * planted bug.
 */
class SoakTest {

  private static final long STRETCH_NS = 500_000_000L;
  private static final long CHECKPOINT_BYTES = 1 << 16;
  private static final int KINDS_OF_DISTURBANCES = 5;

  private static final BankService SYNC = new BankService(BankService.PIPELINE, "sync", "memory");
  private static final BankService ASYNC = new BankService(BankService.PIPELINE, "async", "memory");

  @TempDir private Path folder;

  private SoakTotals soak(
      Class<? extends SoakedServer> server, BankService service, int stretches, long seed)
      throws IOException, InterruptedException {
    return soak(server, service, stretches, Optional.empty(), seed);
  }

  /** Soaks a server, and writes the balances to a file at the end. */
  private SoakTotals soak(
      Class<? extends SoakedServer> server,
      BankService service,
      int stretches,
      Optional<BankHistory> earlier,
      long seed)
      throws IOException, InterruptedException {
    SoakPlan plan =
        new SoakPlan(service, stretches, STRETCH_NS, Long.MAX_VALUE, 50, 4, 8, CHECKPOINT_BYTES);
    try (Soak soak =
        new Soak(
            folder.resolve("data"),
            new ErrorFiles(folder.resolve("errors")),
            plan,
            earlier,
            server,
            new SplittableRandom(seed),
            SystemNanoClock.INSTANCE,
            totals -> {})) {
      SoakTotals totals = soak.run();
      soak.history().write(balances());
      return totals;
    }
  }

  @Test
  void disturbedServerLosesNothingAndDoesNotGrow() throws IOException, InterruptedException {
    SoakTotals totals = soak(SoakedServer.class, SYNC, 2, 1);
    assertEquals(2, totals.stretches());
    assertEquals(KINDS_OF_DISTURBANCES, totals.disturbances().size(), totals::summary);
    assertTrue(totals.endedForSpace() > 0, totals::summary);
    assertTrue(totals.committed() > 0, totals::summary);
    assertTrue(totals.repeated() > 0, totals::summary);
    anotherRunContinuesWithTheBalances();
  }

  @Test
  void disturbedServerWithAnEngineLosesNothingAndDoesNotGrow()
      throws IOException, InterruptedException {
    SoakTotals totals = soak(SoakedServer.class, new BankService("plor", "sync", "memory"), 1, 4);
    assertEquals(KINDS_OF_DISTURBANCES, totals.disturbances().size(), totals::summary);
    assertTrue(totals.endedForSpace() > 0, totals::summary);
    assertTrue(totals.committed() > 0, totals::summary);
  }

  /**
   * A run without stretches only compares the accounts with the balances at the end of the earlier
   * run.
   */
  private void anotherRunContinuesWithTheBalances() throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>(Files.readAllLines(balances()));
    BankHistory earlier = BankHistory.read(balances());
    assertEquals(1, soak(SoakedServer.class, SYNC, 0, Optional.of(earlier), 2).checks());
    assertNotEquals(
        lines, Files.readAllLines(balances())); // Every client must have deposited a cent.

    lines.set(1, "1 2");
    Optional<BankHistory> other = Optional.of(history(lines));
    TortureFailure failure =
        assertThrows(TortureFailure.class, () -> soak(SoakedServer.class, SYNC, 0, other, 3));
    assertTrue(failure.getMessage().contains("customer 0 has"), failure::getMessage);
  }

  private BankHistory history(List<String> lines) throws IOException {
    return BankHistory.read(Files.write(folder.resolve("other.txt"), lines));
  }

  private Path balances() {
    return folder.resolve("balances.txt");
  }

  private void requireFound(Class<? extends SoakedServer> server, List<String> messages) {
    TortureFailure failure = assertThrows(TortureFailure.class, () -> soak(server, ASYNC, 1, 3));
    messages.forEach(
        message -> assertTrue(failure.getMessage().contains(message), failure::getMessage));
  }

  @Test
  void depositThatIsAcknowledgedAndLostIsFound() {
    requireFound(FaultyServers.LosesDeposits.class, List.of("follow from"));
  }

  @Test
  void leaksAreFound() {
    requireFound(
        FaultyServers.Leaks.class,
        List.of(
            "the number of threads has grown",
            "the number of open descriptors has grown",
            "the heap in use without data has grown",
            "the direct memory has grown"));
  }

  @Test
  void endForFullCheckpointsIsFound() {
    requireFound(
        FaultyServers.EndsForFullCheckpoints.class,
        List.of("the server failed: broken", "No space left"));
  }

  @Test
  void endForAnotherReasonWhileTheDiskIsFullIsFound() {
    requireFound(
        FaultyServers.FailsWhileTheDiskIsFull.class,
        List.of("the server failed: broken", "planted"));
  }

  @Test
  void serverThatOutlivesAFullDiskIsFound() {
    requireFound(
        FaultyServers.OutlivesAFullDisk.class, List.of("the server has not failed in time"));
  }
}
