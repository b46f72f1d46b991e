package dev.yardmaster.proof.simulator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.proof.simulator.disk.SimulatedDisk;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.scenario.Scenarios;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.proof.simulator.schedule.SimulatedLink;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.ForwardingDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs the pipeline under virtual time, with a scenario for each seed. A failure prints its seed,
 * which repeats the failure.
 */
class SimulationTest {

  private static final int EFFORT = Integer.getInteger("tests.effort", 1);

  /**
   * The number of seeds. The command {@code ./yardmaster simulate --seeds 1..10000} runs more
   * seeds.
   */
  private static final int SEEDS = EFFORT == 1 ? 60 : 100 * EFFORT;

  /**
   * The steps after which a run without a message ends; more than a run with all messages takes.
   */
  private static final int MAX_STEPS = 500_000;

  private static PlayedSeeds played;

  /** What happened to the files of the disk, by seed. */
  private static final Map<Long, Set<String>> MET = new ConcurrentHashMap<>();

  @BeforeAll
  static void play() throws InterruptedException {
    played = PlayedSeeds.play(SEEDS, Scenarios::draw, SimulationTest::runAndWatch);
  }

  /** Runs a scenario, and keeps what happened to the files of the disk. */
  private static RunResult runAndWatch(Scenario drawn) {
    Set<String> met = new HashSet<>();
    MET.put(drawn.seed(), met);
    return Simulation.run(
        drawn,
        (scenario, scheduler, history) ->
            new SimulatedParts(scenario, scheduler, history) {
              @Override
              public Disk disk(Path directory) {
                Disk disk = super.disk(directory);
                if (((SimulatedDisk) disk).table().state().version() > 0) {
                  met.add("table");
                }
                return new ForwardingDisk(disk) {
                  @Override
                  public void rename(String from, String to) throws IOException {
                    super.rename(from, to);
                    met.add(to.startsWith("checkpoint-") ? "checkpoint" : "segment");
                  }

                  @Override
                  public void delete(String name) throws IOException {
                    super.delete(name);
                    met.add(name.endsWith(".tmp") ? "unfinished gone" : "gone");
                  }
                };
              }
            });
  }

  @AfterAll
  static void forget() {
    played = null;
    MET.clear();
  }

  @Test
  void everythingHoldsWhateverTheSchedule() {
    played.assertPassed();
  }

  @Test
  void everythingHoldsWhenOneLifeAfterAnotherEndsSuddenly() {
    long crashes = 0;
    for (long seed = 1; seed <= Math.max(1, SEEDS / 50); seed++) {
      for (Scenario scenario : List.of(ShortLives.draw(seed), ShortLives.drawAsync(seed))) {
        RunResult result = Simulation.run(scenario);
        assertTrue(
            result.passed(),
            "short lives, seed=" + seed + " " + scenario.durability() + " " + result.failures());
        crashes += result.crashes();
      }
    }
    assertTrue(crashes > SEEDS / 10, "crashes: " + crashes);
  }

  @Test
  void mostDurableRunsCrashAndWriteCheckpointsAndRemoveSegments() {
    int durable = 0;
    int crashed = 0;
    int checkpointed = 0;
    int flushed = 0;
    int removed = 0;
    for (int seed = 1; seed <= 60; seed++) {
      RunResult result = played.ofSeed(seed);
      Set<String> met = MET.get((long) seed);
      durable += result.scenario().durability().isDurable() ? 1 : 0;
      crashed += result.crashes() > 0 ? 1 : 0;
      checkpointed += met.contains("checkpoint") ? 1 : 0;
      flushed += met.contains("table") ? 1 : 0;
      removed += met.contains("gone") ? 1 : 0;
    }
    assertTrue(durable > 20, "durable: " + durable);
    assertTrue(crashed > durable / 2, "crashed: " + crashed);
    assertTrue(checkpointed > durable / 4, "with checkpoints: " + checkpointed);
    assertTrue(flushed > durable / 4, "restarted with a table: " + flushed);
    assertTrue(removed > durable / 2, "removed segments: " + removed);
  }

  @Test
  void aSeedIsReplayedByteForByte() {
    replay(8);
  }

  @Tag("slow")
  @Test
  void everySeedIsReplayedByteForByte() {
    replay(SEEDS);
  }

  private static void replay(int seeds) {
    for (int seed = 1; seed <= seeds; seed++) {
      RunResult first = played.ofSeed(seed);
      RunResult second = Simulation.run(Scenarios.draw(seed));
      assertArrayEquals(first.history(), second.history(), "seed=" + seed);
      assertEquals(first.outcomes(), second.outcomes(), "seed=" + seed);
      assertEquals(first.elapsedNs(), second.elapsedNs(), "seed=" + seed);
    }
  }

  @Test
  void manyTunedRunsChangeTheirSettings() {
    int tuned = 0;
    int changed = 0;
    for (RunResult result : played.results()) {
      tuned += result.scenario().config().tuned() ? 1 : 0;
      changed += result.tuningChanges() > 0 ? 1 : 0;
      if (!result.scenario().config().tuned()) {
        assertEquals(0, result.tuningChanges(), "seed=" + result.scenario().seed());
      }
    }
    assertTrue(tuned > SEEDS / 2, "tuned: " + tuned);
    assertTrue(changed > tuned / 4, "changed: " + changed + " of " + tuned);
  }

  @Test
  void otherSeedsGiveOtherHistories() {
    assertFalse(Arrays.equals(played.ofSeed(1).history(), played.ofSeed(2).history()));
  }

  @Test
  void everyKindOfOutcomeIsMet() {
    Map<String, Long> outcomes = new TreeMap<>();
    Set<PipelineMode> modes = new HashSet<>();
    for (RunResult result : played.results()) {
      modes.add(result.scenario().config().mode());
      result.outcomes().forEach((kind, n) -> outcomes.merge(kind, n, Long::sum));
    }
    assertEquals(Set.of(PipelineMode.values()), modes);
    assertTrue(
        outcomes
            .keySet()
            .containsAll(
                Set.of(
                    "COMMITTED",
                    "USER",
                    "VICTIM",
                    "PRE_VALIDATION",
                    "VALIDATION",
                    "TRUNCATED",
                    "TIMEOUT",
                    "LOGIC_FAILED",
                    "ID_ABORTED",
                    "EXPIRED_ID",
                    "OVERLOADED",
                    "INTERRUPTED",
                    "CLOSED",
                    "UNKNOWN")),
        outcomes.toString());
  }

  @Test
  void anAgentThatThrowsFailsTheRunAndLeavesNoCallerBehind() {
    Scenario scenario = withCallers();
    RunResult result =
        Simulation.run(
            scenario,
            (ignored, scheduler, history) ->
                new SimulatedParts(scenario, scheduler, history) {
                  @Override
                  public BrokenStore store() {
                    return new BrokenStore() {
                      private int reads;

                      @Override
                      public Entry get(dev.yardmaster.api.Key key, long fingerprint) {
                        if (++reads == 20) {
                          throw new IllegalStateException("planted");
                        }
                        return super.get(key, fingerprint);
                      }
                    };
                  }
                });
    assertTrue(result.failures().get(0).contains("planted"), result.failures().toString());
    assertTrue(
        result.failures().stream().anyMatch(line -> line.contains("has no outcome")),
        result.failures().toString());
  }

  private static Scenario withCallers() {
    for (long seed = 1; ; seed++) {
      Scenario scenario = Scenarios.draw(seed);
      if (scenario.callers() > 1 && !scenario.closesEarly()) {
        return scenario;
      }
    }
  }

  @Test
  void aLinkThatIsTooShortShows() {
    Scenario scenario = Scenarios.draw(3);
    RunResult result =
        Simulation.run(
            scenario,
            (ignored, scheduler, history) ->
                new OtherLinks(scenario, scheduler, history) {
                  @Override
                  public <E> Queue<E> link(int producers, int capacity) {
                    return new SimulatedLink<>(scheduler, scenario.delay(), 1);
                  }
                });
    assertFalse(result.passed());
    assertTrue(result.failures().get(0).contains("full"), result.failures().toString());
  }

  @Test
  void aMessageThatIsLostShowsAlsoWhenTheServiceClosesEarly() {
    loseAMessage(33);
  }

  @Tag("slow")
  @Test
  void aMessageThatIsLostShowsWithManySeeds() {
    loseAMessage(SEEDS);
  }

  private static void loseAMessage(int seeds) {
    int lost = 0;
    for (long seed = 1; seed <= seeds; seed++) {
      // The scenario has no crash, because a crash would also end the task in which the message is
      // awaited.
      Scenario scenario = Scenarios.draw(seed).with(Durability.inMemory(), List.of());
      if (seed > 2 && !scenario.closesEarly()) {
        continue;
      }
      boolean[] happened = new boolean[1];
      RunResult result =
          Simulation.run(
              scenario,
              (ignored, scheduler, history) ->
                  new OtherLinks(scenario, scheduler, history) {
                    @Override
                    public <E> Queue<E> link(int producers, int capacity) {
                      return new SimulatedLink<>(scheduler, scenario.delay(), capacity) {
                        private int messages;

                        @Override
                        public boolean offer(E message) {
                          if (++messages == 50) {
                            happened[0] = true;
                            return true;
                          }
                          return super.offer(message);
                        }
                      };
                    }
                  },
              MAX_STEPS);
      assertFalse(happened[0] && result.passed(), "a lost message passed: seed=" + seed);
      if (happened[0]) {
        RunResult sound = Simulation.run(scenario, SimulatedParts::new, MAX_STEPS);
        assertTrue(sound.passed(), "seed=" + seed + " " + sound.failures());
      }
      lost += happened[0] ? 1 : 0;
    }
    assertTrue(lost > 5, "too few runs lost a message: " + lost);
  }

  private abstract static class OtherLinks extends SimulatedParts {
    OtherLinks(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      super(scenario, scheduler, history);
    }

    @Override
    public abstract <E> Queue<E> link(int producers, int capacity);
  }
}
