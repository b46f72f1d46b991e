package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.Key;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.proof.simulator.workload.BankLedger;
import dev.yardmaster.proof.simulator.workload.Inspection;
import dev.yardmaster.proof.simulator.workload.Mix;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * All inputs of a run, which are drawn from its seed: the settings of the pipeline, the
 * disturbances by its environment, and the operations of its clients.
 *
 * @param seed the seed of the scenario, and of the run's random choices
 * @param config the pipeline's settings, without durability
 * @param delay the delay of messages between processors, storage and validator
 * @param maxStepNs longest time between two steps of the schedule, in ns
 * @param switchPermille probability that other tasks run at a message or a reading of the clock, in
 *     thousandths
 * @param pausePermille probability that a task is paused, in thousandths
 * @param maxPauseNs longest pause, in ns
 * @param interruptPermille probability that a caller's thread is interrupted while it waits, in
 *     thousandths
 * @param fingerprintBits number of bits in which fingerprints can differ; with few bits, different
 *     keys collide
 * @param smallTable whether the committed-version table has so few entries that entries are evicted
 * @param accounts number of accounts with money
 * @param notes number of notes with arbitrary values
 * @param submitters number of clients that submit procedures
 * @param window number of operations that each submitter keeps outstanding
 * @param callers number of clients that run lambdas, each on its own thread
 * @param operations total number of the clients' operations
 * @param tightBounds whether some operations have a short timeout or a low limit of attempts
 * @param divertPercent share of the {@code Divert} operations, which write only if they have read
 *     certain values, in percent; 0 unless the service is in memory
 * @param closesEarly whether the service is closed while operations are outstanding
 * @param epochNsPerMs length, in simulated ns, of a millisecond of the ids' clock; if it is short,
 *     outcomes expire during the run
 * @param durability the durability of the service, on a disk in memory; only simulations use it
 * @param crashPlans how the service's first lives end, in order; empty without durability
 * @param wire the network between the service and its clients; null if they share a process
 */
public record Scenario(
    long seed,
    PipelineConfig config,
    LinkDelay delay,
    int maxStepNs,
    int switchPermille,
    int pausePermille,
    int maxPauseNs,
    int interruptPermille,
    int fingerprintBits,
    boolean smallTable,
    int accounts,
    int notes,
    int submitters,
    int window,
    int callers,
    int operations,
    boolean tightBounds,
    int divertPercent,
    boolean closesEarly,
    int epochNsPerMs,
    Durability durability,
    List<CrashPlan> crashPlans,
    Wire wire) {

  private static final int NS_PER_MS = 1_000_000;

  /**
   * The smallest value of {@code maxStepNs} if there is a network or a cluster. With smaller
   * values, a run would spend most of its steps waiting for other machines.
   */
  private static final int MIN_REMOTE_STEP_NS = 500;

  private static final long RETENTION_MS = 1_000;

  private static final int SMALL_TABLE = 8;
  private static final long MIN_LENGTH = 1 << 16;
  private static final Path DIRECTORY = Path.of("simulated");

  /** Copies the list. */
  public Scenario {
    crashPlans = List.copyOf(crashPlans);
  }

  /** Draws the scenario of a seed. One scenario in 8 is {@linkplain #diverting diverting}. */
  public static Scenario draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed * 0xBF58476D1CE4E5B9L + 1);
    Scenario drawn = drawEven(seed);
    return random.nextInt(8) == 0 ? drawn.diverting(random) : drawn;
  }

  /** Draws the diverting scenario of a seed. */
  static Scenario drawDiverting(long seed) {
    return drawEven(seed).diverting(new SplittableRandom(seed * 0xBF58476D1CE4E5B9L + 1));
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
        random.nextInt(4) == 0 ? 100 + upTo(random, 20_000) : NS_PER_MS,
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
   * Returns this scenario in memory, with few attempts, few notes, many transactions in flight, and
   * operations whose repaired runs write although their first runs did not. Lambdas are never
   * repaired, so in such a scenario they depend on their reservations. Slow messages bring stale
   * runs to the validator while a lambda holds its last reservation.
   */
  private Scenario diverting(SplittableRandom random) {
    PipelineConfig bounded =
        config.toBuilder()
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
        seed,
        bounded,
        new LinkDelay(20_000 + random.nextInt(80_000), true),
        maxStepNs,
        switchPermille,
        0,
        maxPauseNs,
        interruptPermille,
        fingerprintBits,
        smallTable,
        accounts,
        1 + random.nextInt(2),
        2 + random.nextInt(3),
        16 + random.nextInt(16),
        4 + random.nextInt(8),
        300 + random.nextInt(300),
        tightBounds,
        60 + random.nextInt(35),
        closesEarly,
        epochNsPerMs,
        Durability.inMemory(),
        List.of(),
        null);
  }

  /**
   * Returns this scenario with another durability and other plans for how the service's lives end.
   */
  Scenario with(Durability otherDurability, List<CrashPlan> otherDisasters) {
    return new Scenario(
        seed,
        config,
        delay,
        maxStepNs,
        switchPermille,
        pausePermille,
        maxPauseNs,
        interruptPermille,
        fingerprintBits,
        smallTable,
        accounts,
        notes,
        submitters,
        window,
        callers,
        operations,
        tightBounds,
        otherDurability.isDurable() ? 0 : divertPercent,
        closesEarly,
        otherDurability.isDurable() ? NS_PER_MS : epochNsPerMs,
        otherDurability,
        otherDisasters,
        wire);
  }

  /**
   * Draws the scenario of a seed with clients that use a network. Commits are forced to disk before
   * they are answered. All outcomes are retained, so that the outcome of each operation can be
   * queried.
   */
  public static Scenario drawWire(long seed) {
    Scenario local = drawEven(seed);
    SplittableRandom random = new SplittableRandom(seed * 0xD1342543DE82EF95L + 1);
    Durability durability = local.durability;
    List<CrashPlan> crashPlans = local.crashPlans;
    if (durability.mode() == Durability.Mode.ASYNC) {
      durability =
          Durability.in(DIRECTORY)
              .withLengths(durability.segmentBytes(), durability.checkpointBytes());
      crashPlans = crashPlans(random, durability);
    }
    return local.with(durability, crashPlans).with(Wire.draw(random));
  }

  /**
   * Draws the scenario of a seed for a cluster whose members replicate their commits. In half of
   * the scenarios, outcomes may expire; in half of them, the data of each member are on disk.
   */
  public static Scenario drawReplicated(long seed) {
    return drawReplicated(seed, seed % 2 == 0);
  }

  /** Draws the scenario of a seed for a cluster. */
  static Scenario drawReplicated(long seed, boolean expiring) {
    SplittableRandom random = new SplittableRandom(seed * 0x94D049BB133111EBL + 1);
    Scenario local = drawInMemory(seed, random, random.nextInt(5) == 0);
    return new Scenario(
        seed,
        local.config.toBuilder()
            .storage(isOnDisk(local.config) ? Storage.DISK : Storage.MEMORY)
            .outcomeRetentionMs(
                expiring
                    ? local.config.outcomeRetentionMs()
                    : PipelineConfig.defaults().outcomeRetentionMs())
            .build(),
        local.delay,
        Math.max(local.maxStepNs, MIN_REMOTE_STEP_NS),
        local.switchPermille,
        local.pausePermille,
        local.maxPauseNs,
        0,
        local.fingerprintBits,
        local.smallTable,
        local.accounts,
        local.notes,
        local.submitters,
        local.window,
        local.callers,
        local.operations,
        local.tightBounds,
        0,
        false,
        expiring ? 1_000 + random.nextInt(10_000) : NS_PER_MS,
        Durability.inMemory(),
        List.of(),
        null);
  }

  private Scenario with(Wire network) {
    return new Scenario(
        seed,
        config,
        delay,
        Math.max(maxStepNs, MIN_REMOTE_STEP_NS),
        switchPermille,
        pausePermille,
        maxPauseNs,
        0,
        fingerprintBits,
        smallTable,
        accounts,
        notes,
        submitters,
        window,
        callers,
        operations,
        tightBounds,
        0,
        closesEarly && !durability.isDurable(),
        NS_PER_MS,
        durability,
        crashPlans,
        network);
  }

  /**
   * Returns the settings of a simulated pipeline. After a crash, clients query the outcomes of
   * operations, so a durable pipeline retains outcomes for the whole run.
   */
  PipelineConfig simulatedConfig() {
    return durability.isDurable() || wire != null
        ? config.toBuilder()
            .durability(durability)
            .storage(durability.isDurable() && isOnDisk(config) ? Storage.DISK : Storage.MEMORY)
            .outcomeRetentionMs(PipelineConfig.defaults().outcomeRetentionMs())
            .build()
        : config;
  }

  /**
   * Returns whether the data are in a table on disk; they are in half of the scenarios of durable
   * pipelines and of clusters.
   */
  private static boolean isOnDisk(PipelineConfig config) {
    return (config.seed() & 4) != 0;
  }

  /** Returns whether the table, if there is one, is on other machines; it is in half of them. */
  boolean isRemote() {
    return (config.seed() >>> 9 & 1) != 0;
  }

  /** Returns the memory of the stores, in bytes, if the data are on disk. */
  long storeBytes() {
    return (config.seed() >>> 3 & 7) * 1_000;
  }

  /** Returns the growth of the log after which changes are flushed to the table, in bytes. */
  long flushBytes() {
    return 1_000L << (config.seed() >>> 6 & 7);
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
        .outcomeRetentionMs(RETENTION_MS)
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

  /** Returns the random numbers of the run, which are the same in every run of the scenario. */
  SplittableRandom chance() {
    return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + 1);
  }

  /**
   * Returns the operations of the clients.
   *
   * @param epochMs the clock of ids
   */
  Mix mix(SplittableRandom random, LongSupplier epochMs) {
    return new Mix(random, accounts, notes, tightBounds, divertPercent, epochMs);
  }

  /**
   * Returns an empty ledger of the operations.
   *
   * @param clockNs the clock for the operations' timeouts
   */
  BankLedger ledger(LongSupplier clockNs) {
    return new BankLedger(accounts, notes, interruptPermille > 0, tightBounds, clockNs);
  }

  /**
   * Returns the number of clients that read snapshots. This number is drawn separately from the
   * other inputs, so that it does not change them.
   */
  int readers() {
    SplittableRandom random = new SplittableRandom(seed * 0xA0761D6478BD642FL + 1);
    return random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0;
  }

  /**
   * Returns the number of clients that read snapshots of members of a cluster that do not lead. As
   * {@link #readers}, it is drawn separately.
   */
  int memberReaders() {
    SplittableRandom random = new SplittableRandom(seed * 0xE7037ED1A0B428DBL + 1);
    return random.nextBoolean() ? 1 + random.nextInt(2) : 0;
  }

  /** Returns the reads of a client that reads snapshots. */
  Inspection inspection(Inspection.Results results, int reader) {
    return new Inspection(new SplittableRandom(seed + reader), accounts, notes, results);
  }

  /** Returns fingerprints that differ only in {@code fingerprintBits} bits. */
  Fingerprints fingerprints(Fingerprints full) {
    if (fingerprintBits == Long.SIZE) {
      return full;
    }
    // The upper half of a fingerprint selects the shard and the lower half selects the bucket, so
    // some of the differing bits are in each half.
    long kept = (1L << fingerprintBits) - 1;
    return new Fingerprints(0, 0) {
      @Override
      public long of(Key key) {
        long bits = full.of(key) & kept;
        return bits << (Long.SIZE - fingerprintBits) | bits;
      }
    };
  }

  /**
   * Returns the number of entries of the committed-version table. The argument is the number of
   * entries in the settings.
   */
  int tableEntries(int entries) {
    return smallTable ? SMALL_TABLE : entries;
  }

  /** Returns a line that describes the settings and the workload. */
  public String inWords() {
    return String.format(
        Locale.ROOT,
        "mode %s%s, concurrency %d, batch %d, %d processors, %d storage workers, %d preparers, %d"
            + " reorder workers, solver %s, policy %s%s, window %s, %d wait for hot keys, attempts"
            + " %s; %d accounts, %d notes, %d submitters of %d, %d callers, %d"
            + " operations%s%s%s%s%s%s",
        config.mode().label(),
        config.tuned() ? ", tuned" : "",
        config.concurrency(),
        config.batchSize(),
        config.processors(),
        config.storageWorkers(),
        config.preparers(),
        config.reorderWorkers(),
        config.solver(),
        config.policy(),
        config.repair() ? ", repair" : "",
        config.window().label(),
        config.hotKeyWaiting(),
        config.attemptBound() == 0 ? "unbounded" : "up to " + config.attemptBound(),
        accounts,
        notes,
        submitters,
        window,
        callers,
        operations,
        fingerprintBits < Long.SIZE ? ", fingerprints of " + fingerprintBits + " bits" : "",
        smallTable ? ", a small version table" : "",
        tightBounds ? ", tight bounds" : "",
        divertPercent > 0 ? ", " + divertPercent + " % divert" : "",
        closesEarly ? ", closes early" : "",
        epochNsPerMs < NS_PER_MS
            ? ", outcomes kept for " + RETENTION_MS * epochNsPerMs + " ns"
            : "");
  }

  /** Returns a line that describes the disturbances of a simulation. */
  public String surroundingsInWords() {
    return String.format(
        Locale.ROOT,
        "messages take up to %d ns%s, switches %d per mille, pauses %d per mille up to %d ns; %s",
        delay.maxNs(),
        delay.overtaking() ? " and overtake" : "",
        switchPermille,
        pausePermille,
        maxPauseNs,
        wire == null ? durabilityInWords() : durabilityInWords() + "; " + wire.inWords());
  }

  private String durabilityInWords() {
    if (!durability.isDurable()) {
      return "in memory";
    }
    return String.format(
        Locale.ROOT,
        "durable, %s, segments of %d bytes, checkpoints every %d bytes, lives end by %s",
        durability.mode() == Durability.Mode.SYNC
            ? "forced before the answer"
            : "forced within " + durability.lossMs() + " ms",
        durability.segmentBytes(),
        durability.checkpointBytes(),
        crashPlans.isEmpty()
            ? "closing only"
            : crashPlans.stream().map(CrashPlan::inWords).collect(Collectors.joining(", ")));
  }
}
