package dev.yardmaster.benchmarks.experiment.machines;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sizes of the experiment about several machines.
 *
 * @param objects number of objects of the micro-benchmark
 * @param customers number of customers of SmallBank
 * @param processors numbers of processors, ascending
 * @param outstanding numbers of transactions in flight at a validator; the best of them counts
 * @param virtualSeconds length of a recorded interval, in virtual seconds
 * @param shardsSeconds length of a recorded interval of a validator without processors, in virtual
 *     seconds
 * @param warmUpSeconds length of the warm-up of the pipeline, in virtual seconds. In a closed loop
 *     with a network, all transactions begin together, and only after many round trips are the
 *     transactions spread evenly over time
 * @param seconds length of a recorded interval on threads
 * @param repeats number of rounds on threads
 */
public record MachinesSizes(
    int objects,
    int customers,
    List<Integer> processors,
    List<Integer> outstanding,
    double virtualSeconds,
    double shardsSeconds,
    double warmUpSeconds,
    double seconds,
    int repeats) {

  /** The sizes for which the claims are stated. A run takes about three minutes. */
  public static final MachinesSizes FULL =
      new MachinesSizes(
          100_000,
          100_000,
          List.of(1, 2, 4, 8),
          List.of(300, 600, 1200, 2400, 4800),
          0.02,
          0.005,
          0.15,
          2,
          5);

  /** Few points and short intervals, which give a first impression of the figures. */
  public static final MachinesSizes QUICK =
      new MachinesSizes(
          1_000, 10_000, List.of(1, 2, 4, 8), List.of(600, 2400), 0.002, 0.002, 0.002, 0.15, 1);

  /** Copies the lists. */
  public MachinesSizes {
    processors = List.copyOf(processors);
    outstanding = List.copyOf(outstanding);
  }

  /** Returns these sizes with another length and number of the rounds on threads. */
  public MachinesSizes with(double newSeconds, int newRepeats) {
    return new MachinesSizes(
        objects,
        customers,
        processors,
        outstanding,
        virtualSeconds,
        shardsSeconds,
        warmUpSeconds,
        newSeconds,
        newRepeats);
  }

  /** Returns the settings that affect the results and are not part of the points' keys. */
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("objects", objects);
    settings.put("customers", customers);
    settings.put("outstanding", outstanding);
    settings.put("virtualSeconds", virtualSeconds);
    settings.put("shardsSeconds", shardsSeconds);
    settings.put("warmUpSeconds", warmUpSeconds);
    settings.put("seconds", seconds);
    settings.put("repeats", repeats);
    return settings;
  }
}
