package dev.yardmaster.proof.simulator.scenario;

import dev.yardmaster.api.Key;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.proof.simulator.workload.BankLedger;
import dev.yardmaster.proof.simulator.workload.Mix;
import dev.yardmaster.proof.simulator.workload.SnapshotInspection;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * All inputs of a run: the settings of the pipeline, the disturbances by the environment, and the
 * operations of the clients. {@link Scenarios} draws them from the run's seed.
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
 * @param divertPercent share, in percent, of the {@code Divert} operations (operations that write
 *     only after reading certain values); 0 unless the service is in memory
 * @param closesEarly whether the service is closed while operations are outstanding
 * @param epochNsPerMs length, in simulated ns, of a millisecond of the ids' clock; if it is short,
 *     outcomes expire during the run
 * @param durability the durability of the service, on a disk in memory; only simulations use it
 * @param crashPlans how the service's first lives end, in order; empty without durability
 * @param wire the network between the service and its clients; null if the clients are in the
 *     service's process
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

  static final int NS_PER_MS = 1_000_000;

  /** The time for which outcomes are kept, in ms of the ids' clock. */
  static final long RETENTION_MS = 1_000;

  private static final int SMALL_TABLE = 8;

  /** Copies the list. */
  public Scenario {
    crashPlans = List.copyOf(crashPlans);
  }

  /**
   * Returns this scenario with another durability, and other plans for the ends of the service's
   * lives.
   */
  public Scenario with(Durability otherDurability, List<CrashPlan> otherDisasters) {
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
   * Returns the settings of a simulated pipeline. After a crash, clients query the outcomes of
   * operations, so a durable pipeline retains outcomes for the whole run.
   */
  public PipelineConfig simulatedConfig() {
    return durability.isDurable() || wire != null
        ? config.toBuilder()
            .durability(durability)
            .storage(durability.isDurable() && isOnDisk(config) ? Storage.DISK : Storage.MEMORY)
            .outcomeRetentionMs(PipelineConfig.defaults().outcomeRetentionMs())
            .build()
        : config;
  }

  /**
   * Returns whether the data are in a table on disk. This is the case in half of the scenarios of
   * durable pipelines and of clusters.
   */
  static boolean isOnDisk(PipelineConfig config) {
    return (config.seed() & 4) != 0;
  }

  /**
   * Returns whether the table, if there is one, is on other machines. This is the case in half of
   * the scenarios with a table.
   */
  public boolean isRemote() {
    return (config.seed() >>> 9 & 1) != 0;
  }

  /** Returns the memory of the stores, in bytes, if the data are on disk. */
  public long storeBytes() {
    return (config.seed() >>> 3 & 7) * 1_000;
  }

  /** Returns the growth of the log after which changes are flushed to the table, in bytes. */
  public long flushBytes() {
    return 1_000L << (config.seed() >>> 6 & 7);
  }

  /** Returns the random numbers of the run. Every run of the scenario has the same numbers. */
  public SplittableRandom chance() {
    return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + 1);
  }

  /**
   * Returns the operations of the clients.
   *
   * @param epochMs the clock of ids
   */
  public Mix mix(SplittableRandom random, LongSupplier epochMs) {
    return new Mix(random, accounts, notes, tightBounds, divertPercent, epochMs);
  }

  /**
   * Returns an empty ledger of the operations.
   *
   * @param clockNs the clock for the operations' timeouts
   */
  public BankLedger ledger(LongSupplier clockNs) {
    return new BankLedger(accounts, notes, interruptPermille > 0, tightBounds, clockNs);
  }

  /**
   * Returns the number of clients that read snapshots. A separate draw yields this number, so that
   * the seed's other inputs do not change.
   */
  public int readers() {
    SplittableRandom random = new SplittableRandom(seed * 0xA0761D6478BD642FL + 1);
    return random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0;
  }

  /**
   * Returns the number of clients that read snapshots on members of a cluster that do not lead.
   * This number is drawn separately, like {@link #readers}.
   */
  public int memberReaders() {
    SplittableRandom random = new SplittableRandom(seed * 0xE7037ED1A0B428DBL + 1);
    return random.nextBoolean() ? 1 + random.nextInt(2) : 0;
  }

  /** Returns the reads of a client that reads snapshots. */
  public SnapshotInspection inspection(SnapshotInspection.Results results, int reader) {
    return new SnapshotInspection(new SplittableRandom(seed + reader), accounts, notes, results);
  }

  /** Returns fingerprints that differ only in {@code fingerprintBits} bits. */
  public Fingerprints fingerprints(Fingerprints full) {
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
  public int tableEntries(int entries) {
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
