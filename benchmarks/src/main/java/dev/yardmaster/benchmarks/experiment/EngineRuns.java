package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.log.Logging.Device;
import dev.yardmaster.benchmarks.engine.round.ConfiguredSide;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import java.util.List;

/**
 * The workers of a point on the engine, and the length and number of its rounds.
 *
 * @param seconds length of the recorded interval of a round; for simulated workers in virtual
 *     seconds
 * @param warmUpSeconds length of the warm-up before the recorded interval
 * @param repeats number of rounds of each side
 * @param seed seed of all random choices
 */
public record EngineRuns(
    Parallelism parallelism, double seconds, double warmUpSeconds, int repeats, long seed) {

  private static final double NS_PER_SECOND = 1e9;
  private static final long NS_PER_US = 1_000;

  /**
   * The number of transactions for each worker in a scheduler's batch, as in section 5.5 of the
   * batching paper.
   */
  private static final int PER_WORKER = 4;

  /**
   * The approximate clock time of a simulation for each worker, divided by the virtual time. If
   * each access has a delay, fewer accesses must be simulated, so the factor is smaller.
   */
  private static final double SIMULATED_SLOWER = 20;

  private static final int MIN_DRAWN = 1 << 10;
  private static final int MAX_DRAWN = 1 << 18;
  private static final double FASTEST_CLIENT = 200_000;
  private static final double US_PER_SECOND = 1e6;

  /**
   * Returns the number of transactions to draw for each client. The number is large enough for the
   * fastest client, so that no transaction runs twice. If the drawn transactions would need too
   * much memory, the number is smaller.
   */
  public int drawn() {
    int room = MAX_DRAWN / parallelism.workers();
    return (int) Math.max(MIN_DRAWN, Math.min(room, fastestClient() * (seconds + warmUpSeconds)));
  }

  /** Returns the most transactions per second of a client. Each has at least one access. */
  private double fastestClient() {
    int delayUs = parallelism.delayUs();
    return delayUs == 0 ? FASTEST_CLIENT : Math.min(FASTEST_CLIENT, US_PER_SECOND / delayUs);
  }

  /** Returns these runs with another warm-up. */
  public EngineRuns withWarmUp(double newSeconds) {
    return new EngineRuns(parallelism, seconds, newSeconds, repeats, seed);
  }

  /** Returns the approximate clock time of a round, without the time to load the tables. */
  public double roundSeconds() {
    return (seconds + warmUpSeconds)
        * (parallelism.simulated()
            ? SIMULATED_SLOWER * parallelism.workers() / (1 + parallelism.delayUs())
            : 1);
  }

  /**
   * Returns a point that runs a workload under several protocols. The phases of transactions are
   * not timed.
   *
   * @param name the workload with its settings, as it appears in the key of the point
   * @param protocols labels as in {@link EngineSide#parse}
   * @param loadSeconds approximate time to load and check the tables of a round
   */
  public EnginePoint point(
      String name, RecordWorkload workload, List<String> protocols, double loadSeconds) {
    return point(
        name,
        protocols.stream()
            .map(protocol -> side(protocol, EngineSide.parse(protocol), workload, false))
            .toList(),
        loadSeconds);
  }

  /**
   * Returns a point that runs a workload on the given sides.
   *
   * @param name the workload with its settings, as it appears in the key of the point
   * @param loadSeconds approximate time to load and check the tables of a round
   */
  public EnginePoint point(String name, List<ConfiguredSide> sides, double loadSeconds) {
    List<String> labels = sides.stream().map(ConfiguredSide::label).toList();
    return new EnginePoint(
        name + ' ' + parallelism.label() + ": " + String.join(",", labels),
        sides,
        roundSeconds() + loadSeconds);
  }

  /**
   * Returns a side of a point.
   *
   * @param label the name of the side; no two sides have the same name
   * @param timed whether the phases of transactions are timed
   */
  public ConfiguredSide side(
      String label, EngineSide side, RecordWorkload workload, boolean timed) {
    return new ConfiguredSide(
        label,
        side,
        new EngineSetup(
            workload,
            parallelism.workers(),
            parallelism.simulated(),
            parallelism.delayUs() * NS_PER_US,
            PER_WORKER,
            Math.round(warmUpSeconds * NS_PER_SECOND),
            Math.round(seconds * NS_PER_SECOND),
            repeats,
            seed,
            false,
            timed,
            false,
            0,
            0,
            Device.MEMORY,
            null));
  }
}
