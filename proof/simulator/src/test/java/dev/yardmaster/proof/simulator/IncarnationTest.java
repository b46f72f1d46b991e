package dev.yardmaster.proof.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.proof.simulator.disk.DiskFault;
import dev.yardmaster.proof.simulator.disk.SimulatedCrash;
import dev.yardmaster.proof.simulator.disk.SimulatedDisk;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.scenario.Scenarios;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.proof.simulator.workload.BankLedger;
import dev.yardmaster.proof.simulator.workload.Mix;
import dev.yardmaster.storage.VersionedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests consecutive lives of the service on one schedule. */
class IncarnationTest {

  private static final int OPERATIONS = 40;

  /** Parts whose storage uses a disk with a planned crash. */
  private static final class CrashingParts extends SimulatedParts {

    private final SimulatedDisk disk;

    CrashingParts(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      super(scenario, scheduler, history);
      disk = new SimulatedDisk(new SplittableRandom(scenario.seed()), scheduler::switchPoint);
      disk.plan(new DiskFault(1 + scenario.seed() % 25, DiskFault.Kind.CRASH));
    }

    @Override
    public VersionedStore store() {
      return new BrokenStore() {
        @Override
        public Entry get(Key key, long fingerprint) {
          try {
            disk.forceNames();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return super.get(key, fingerprint);
        }
      };
    }
  }

  @Test
  void aCrashEndsOneLifeAndAnotherBegins() {
    int withCallers = 0;
    for (long seed = 1; seed <= 40; seed++) {
      Scenario scenario = Scenarios.draw(seed).with(Durability.inMemory(), List.of());
      Scheduler scheduler = new Scheduler(scenario.chance(), scenario);
      BankLedger ledger = scenario.ledger(scheduler::now);
      Mix mix = scenario.mix(scheduler.random(), scheduler::epochMs);
      HistoryLog history = HistoryLog.inMemory();
      Incarnation first =
          new Incarnation(
              scenario, scheduler, ledger, new CrashingParts(scenario, scheduler, history));
      String what = "seed=" + seed;
      assertThrows(SimulatedCrash.class, () -> run(first, scenario, scheduler, ledger, mix), what);
      first.end();
      scheduler.clear();
      ledger.crashed();
      assertTrue(ledger.allEnded(), what);
      assertTrue(ledger.unresolved().size() > 0, what);
      ledger.unresolved().forEach(lost -> ledger.resolved(lost, OptionalLong.empty()));
      assertEquals(List.of(), ledger.complaints(), what);
      assertEquals(0, scheduler.underWay(), what);

      BankLedger next = scenario.ledger(scheduler::now);
      Incarnation second =
          new Incarnation(
              scenario, scheduler, next, new SimulatedParts(scenario, scheduler, history));
      run(second, scenario, scheduler, next, mix);
      second.end();
      assertEquals(List.of(), next.complaints(), what);
      assertEquals(List.of(), ledger.complaints(), "the first life continued: " + what);
      withCallers += scenario.callers() > 0 ? 1 : 0;
    }
    assertTrue(withCallers > 3);
  }

  private static void run(
      Incarnation incarnation, Scenario scenario, Scheduler scheduler, BankLedger ledger, Mix mix) {
    incarnation.addSubmitter("first", mix::first, 1, 1);
    runUntil(1, scheduler, ledger);
    incarnation.addSubmitter("submitter", mix::next, OPERATIONS, scenario.window());
    if (scenario.callers() > 0) {
      incarnation.addCaller("caller", mix::nextLambda, OPERATIONS);
    }
    runUntil(1 + OPERATIONS * (scenario.callers() > 0 ? 2 : 1), scheduler, ledger);
  }

  private static void runUntil(long operations, Scheduler scheduler, BankLedger ledger) {
    while (ledger.began() < operations || !ledger.allEnded()) {
      scheduler.step();
    }
  }
}
