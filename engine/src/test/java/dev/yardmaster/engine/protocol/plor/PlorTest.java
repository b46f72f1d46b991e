package dev.yardmaster.engine.protocol.plor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.protocol.ObservedAges;
import dev.yardmaster.engine.protocol.TransactionStates;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.plor.PlorSettings.DelayedLocks;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Plor promises beyond serializability, and the bugs that simulated runs must find. */
class PlorTest {

  private static final int SEEDS = 20;
  private static final int TRANSACTIONS_EACH = 120;

  @ParameterizedTest
  @EnumSource(PlorBug.class)
  void aPlantedBugIsFound(PlorBug bug) throws IOException {
    int seed = 1;
    while (seed <= SEEDS && isGood(planted(bug), seed)) {
      seed++;
    }
    assertTrue(seed <= SEEDS, () -> bug + " is not found by seeds to " + SEEDS);
  }

  private static Plor planted(PlorBug bug) {
    PlorSettings settings = new PlorSettings(DelayedLocks.OFF, false);
    return new Plor("plor", settings, InterleavedRun.WORKERS) {
      @Override
      PlorControl control(
          PlorSettings itsSettings, int workers, TransactionStates states, WorkerContext worker) {
        return bug.plant(itsSettings, workers, states, worker);
      }
    };
  }

  private static boolean isGood(Plor plor, int seed) throws IOException {
    try {
      InterleavedRun.of(plor, seed, TRANSACTIONS_EACH).requireGood("seed=" + seed);
      return true;
    } catch (IllegalStateException | AssertionError found) {
      return false; // A row was torn, or a lock was never released.
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plor", "plor-dwa", "plor-auto"})
  void onlyOlderTransactionsAbortATransaction(String name) throws IOException {
    for (int seed = 1; seed <= 5; seed++) {
      ObservedAges ages = new ObservedAges(name, InterleavedRun.WORKERS);
      InterleavedRun.of(ages.protocol(), seed, TRANSACTIONS_EACH).requireGood("seed=" + seed);
      assertTrue(ages.recordConflicts() > 0, "seed=" + seed);
      assertEquals(List.of(), ages.violations(), "seed=" + seed);
    }
  }
}
