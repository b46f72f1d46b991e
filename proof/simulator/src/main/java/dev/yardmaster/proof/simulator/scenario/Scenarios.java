package dev.yardmaster.proof.simulator.scenario;

import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws scenarios from seeds. There are scenarios for a service with clients in its process, for a
 * service with clients on a network, and for a cluster.
 */
public final class Scenarios {

  /**
   * The smallest value of {@code maxStepNs} if there is a network or a cluster. With smaller
   * values, a run would spend most of its steps waiting for other machines.
   */
  private static final int MIN_REMOTE_STEP_NS = 500;

  private static final long MIN_LENGTH = 1 << 16;
  private static final Path DIRECTORY = Path.of("simulated");

  private Scenarios() {}

  /** Draws the scenario of a seed. One scenario in 8 is {@linkplain #drawDiverting diverting}. */
  public static Scenario draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed * 0xBF58476D1CE4E5B9L + 1);
    Scenario drawn = drawEven(seed);
    return random.nextInt(8) == 0 ? diverting(drawn, random) : drawn;
  }

  /** Draws the diverting scenario of a seed. */
  public static Scenario drawDiverting(long seed) {
    return diverting(drawEven(seed), new SplittableRandom(seed * 0xBF58476D1CE4E5B9L + 1));
  }

  private static Scenario drawEven(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean callers = random.nextInt(5) == 0;
    Scenario inMemory = drawInMemory(seed, random, callers);
    Durability durability = durability(random);
    return inMemory.with(durability, crashPlans(random, durability));
  }

  private static Scenario drawInMemory(long seed, SplittableRandom random, boolean callers) {
    return new Scenario(
        seed,
        config(random),
        new LinkDelay(random.nextInt(4) == 0 ? 0 : upTo(random, 100_000), random.nextInt(3) > 0),
        upTo(random, 5_000),
        random.nextInt(3) == 0 ? 0 : upTo(random, 200),
        random.nextInt(2) == 0 ? 0 : upTo(random, 30),
        upTo(random, 1_000_000),
        callers && random.nextInt(3) == 0 ? 5 : 0,
        random.nextInt(6) == 0 ? 1 + random.nextInt(5) : Long.SIZE,
        random.nextInt(4) == 0,
        2 + random.nextInt(12),
        1 + random.nextInt(24),
        1 + random.nextInt(4),
        upTo(random, 64),
        callers ? 1 + random.nextInt(4) : 0,
        100 + random.nextInt(400),
        random.nextInt(4) == 0,
        0,
        random.nextInt(8) == 0,
        random.nextInt(4) == 0 ? 100 + upTo(random, 20_000) : Scenario.NS_PER_MS,
        Durability.inMemory(),
        List.of(),
        null);
  }

  private static Durability durability(SplittableRandom random) {
    if (random.nextBoolean()) {
      return Durability.inMemory();
    }
    Durability durability =
        Durability.in(DIRECTORY)
            .withLengths(MIN_LENGTH * upTo(random, 4), MIN_LENGTH * upTo(random, 8));
    return random.nextInt(3) == 0 ? durability.async(upTo(random, 4)) : durability;
  }

  private static List<CrashPlan> crashPlans(SplittableRandom random, Durability durability) {
    List<CrashPlan> crashPlans = new ArrayList<>();
    if (durability.isDurable()) {
      boolean machine = durability.mode() == Durability.Mode.SYNC;
      for (int left = random.nextInt(5); left > 0; left--) {
        crashPlans.add(CrashPlan.draw(random, machine));
      }
    }
    return crashPlans;
  }

  /**
   * Returns a scenario in memory, with few attempts, few notes and many transactions in flight.
   * Some operations write in their repaired runs although they did not write in their first runs.
   * Lambdas are never repaired, so in such a scenario a lambda commits only because of its
   * reservation. Messages are slow, so stale runs reach the validator while a lambda holds its last
   * reservation.
   */
  private static Scenario diverting(Scenario even, SplittableRandom random) {
    PipelineConfig bounded =
        even.config().toBuilder()
            .concurrency(16 + random.nextInt(48))
            .processors(2 + random.nextInt(2))
            .waitingTransactions(256)
            .window(Window.OPEN)
            .hotKeyWaiting(0)
            .repair(true)
            .tuned(false)
            .attemptBound(2)
            .reservationNs(1_000_000_000)
            .build();
    return new Scenario(
        even.seed(),
        bounded,
        new LinkDelay(20_000 + random.nextInt(80_000), true),
        even.maxStepNs(),
        even.switchPermille(),
        0,
        even.maxPauseNs(),
        even.interruptPermille(),
        even.fingerprintBits(),
        even.smallTable(),
        even.accounts(),
        1 + random.nextInt(2),
        2 + random.nextInt(3),
        16 + random.nextInt(16),
        4 + random.nextInt(8),
        300 + random.nextInt(300),
        even.tightBounds(),
        60 + random.nextInt(35),
        even.closesEarly(),
        even.epochNsPerMs(),
        Durability.inMemory(),
        List.of(),
        null);
  }

  /**
   * Draws the scenario of a seed with clients that use a network. Commits are forced to disk before
   * they are answered. All outcomes are retained, so that the outcome of each operation can be
   * queried.
   */
  public static Scenario drawWire(long seed) {
    Scenario local = drawEven(seed);
    SplittableRandom random = new SplittableRandom(seed * 0xD1342543DE82EF95L + 1);
    Durability durability = local.durability();
    List<CrashPlan> crashPlans = local.crashPlans();
    if (durability.mode() == Durability.Mode.ASYNC) {
      durability =
          Durability.in(DIRECTORY)
              .withLengths(durability.segmentBytes(), durability.checkpointBytes());
      crashPlans = crashPlans(random, durability);
    }
    return withWire(local.with(durability, crashPlans), Wire.draw(random));
  }

  /**
   * Draws the scenario of a seed for a replicated cluster. In half of the scenarios, outcomes may
   * expire. In half of all scenarios, the data of each member are on disk.
   */
  public static Scenario drawReplicated(long seed) {
    return drawReplicated(seed, seed % 2 == 0);
  }

  /** Draws the scenario of a seed for a cluster. */
  public static Scenario drawReplicated(long seed, boolean expiring) {
    SplittableRandom random = new SplittableRandom(seed * 0x94D049BB133111EBL + 1);
    Scenario local = drawInMemory(seed, random, random.nextInt(5) == 0);
    return new Scenario(
        seed,
        local.config().toBuilder()
            .storage(Scenario.isOnDisk(local.config()) ? Storage.DISK : Storage.MEMORY)
            .outcomeRetentionMs(
                expiring
                    ? local.config().outcomeRetentionMs()
                    : PipelineConfig.defaults().outcomeRetentionMs())
            .build(),
        local.delay(),
        Math.max(local.maxStepNs(), MIN_REMOTE_STEP_NS),
        local.switchPermille(),
        local.pausePermille(),
        local.maxPauseNs(),
        0,
        local.fingerprintBits(),
        local.smallTable(),
        local.accounts(),
        local.notes(),
        local.submitters(),
        local.window(),
        local.callers(),
        local.operations(),
        local.tightBounds(),
        0,
        false,
        expiring ? 1_000 + random.nextInt(10_000) : Scenario.NS_PER_MS,
        Durability.inMemory(),
        List.of(),
        null);
  }

  private static Scenario withWire(Scenario local, Wire wire) {
    return new Scenario(
        local.seed(),
        local.config(),
        local.delay(),
        Math.max(local.maxStepNs(), MIN_REMOTE_STEP_NS),
        local.switchPermille(),
        local.pausePermille(),
        local.maxPauseNs(),
        0,
        local.fingerprintBits(),
        local.smallTable(),
        local.accounts(),
        local.notes(),
        local.submitters(),
        local.window(),
        local.callers(),
        local.operations(),
        local.tightBounds(),
        0,
        local.closesEarly() && !local.durability().isDurable(),
        Scenario.NS_PER_MS,
        local.durability(),
        local.crashPlans(),
        wire);
  }

  private static PipelineConfig config(SplittableRandom random) {
    PipelineConfig config = untuned(random);
    return config.toBuilder().tuned((config.seed() & 3) != 0).build();
  }

  private static PipelineConfig untuned(SplittableRandom random) {
    return PipelineConfig.builder()
        .mode(any(random, PipelineMode.values()))
        .concurrency(upTo(random, random.nextInt(8) == 0 ? 300 : 64))
        .batchSize(upTo(random, 512))
        .maxBatchAgeNs(random.nextInt(3) == 0 ? 0 : upTo(random, 200_000))
        .processors(1 + random.nextInt(3))
        .storageWorkers(1 + random.nextInt(4))
        .preparers(1 + random.nextInt(3))
        .reorderWorkers(1 + random.nextInt(3))
        .threads(any(random, ThreadLayout.values()))
        .solver(any(random, Solver.values()))
        .policy(any(random, Policy.values()))
        .multiFactor(upTo(random, 8))
        .nodeBudget(random.nextInt(4) == 0 ? upTo(random, 10) - 1 : 1_000)
        .waitingTransactions(upTo(random, 256))
        .committedVersions(1024)
        .hopNs(random.nextInt(4) == 0 ? upTo(random, 20_000) : 0)
        .conflictReports(random.nextBoolean())
        .repair(random.nextInt(3) > 0)
        .repairBudgetNs(random.nextInt(6) == 0 ? 1_000 : 1_000_000)
        .window(window(random))
        .hotKeyWaiting(random.nextInt(3) == 0 ? 0 : upTo(random, 64))
        .attemptBound(random.nextBoolean() ? 0 : 2 + random.nextInt(8))
        .reservationNs(random.nextInt(3) == 0 ? 1_000 + upTo(random, 100_000) : 1_000_000_000)
        .outcomeRetentionMs(Scenario.RETENTION_MS)
        .seed(random.nextLong())
        .build();
  }

  private static Window window(SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> Window.OPEN;
      case 1 -> Window.ADAPTIVE;
      default -> Window.fixed(upTo(random, 64));
    };
  }

  private static <T> T any(SplittableRandom random, T[] values) {
    return values[random.nextInt(values.length)];
  }

  /**
   * Draws a number from 1 to about {@code max}. Each power of two has the same probability, so
   * small numbers are as frequent as large numbers.
   */
  private static int upTo(SplittableRandom random, int max) {
    return Math.max(1, (int) Math.exp(random.nextDouble() * Math.log(max + 1.0)));
  }
}
