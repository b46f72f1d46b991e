package dev.yardmaster.proof.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.proof.simulator.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CampaignTest {

  private static RunResult result(Scenario scenario, String... failures) {
    return new RunResult(
        scenario, scenario.ledger(() -> 0), List.of(), 0, 0, new byte[0], List.of(failures));
  }

  @Test
  void playsEverySeedOnce() throws InterruptedException {
    Set<Long> played = new ConcurrentSkipListSet<>();
    List<Long> progress = new ArrayList<>();
    Optional<RunResult> failed =
        Campaign.run(
            5,
            24,
            3,
            scenario -> {
              assertTrue(played.add(scenario.seed()));
              return result(scenario);
            },
            totals -> progress.add(totals.seeds()));
    assertEquals(Optional.empty(), failed);
    assertEquals(20, played.size());
    assertEquals(20, progress.size());
    assertEquals(20L, progress.get(19));
  }

  @Test
  void givesTheLowestSeedThatFailsEvenIfAHigherOneFailsFirst() throws InterruptedException {
    CountDownLatch higherFailed = new CountDownLatch(1);
    Optional<RunResult> failed =
        Campaign.run(
            1,
            1_000,
            2,
            scenario -> {
              if (scenario.seed() == 1) {
                higherFailed.await();
                return result(scenario, "the lower one");
              }
              return result(scenario, "the higher one");
            },
            totals -> higherFailed.countDown());
    assertEquals(1, failed.orElseThrow().scenario().seed());
  }

  @Test
  void stopsAtTheFirstThatFails() throws InterruptedException {
    List<Long> played = new ArrayList<>();
    Campaign.run(
        1,
        1_000,
        1,
        scenario -> {
          played.add(scenario.seed());
          return scenario.seed() == 3 ? result(scenario, "no") : result(scenario);
        },
        totals -> {});
    assertEquals(List.of(1L, 2L, 3L), played);
  }

  @Test
  void aRunThatBreaksOffNamesItsSeed() {
    IllegalStateException broken =
        assertThrows(
            IllegalStateException.class,
            () ->
                Campaign.run(
                    7,
                    9,
                    1,
                    scenario -> {
                      throw new ArithmeticException("planted");
                    },
                    totals -> {}));
    assertTrue(broken.getMessage().contains("seed 7"), broken.getMessage());
  }

  @Test
  void anInterruptEndsIt() {
    Thread.currentThread().interrupt();
    assertThrows(
        InterruptedException.class,
        () -> Campaign.run(1, 1_000_000, 2, scenario -> result(scenario), totals -> {}));
  }
}
