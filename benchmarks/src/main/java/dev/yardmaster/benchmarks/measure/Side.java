package dev.yardmaster.benchmarks.measure;

import java.util.List;
import java.util.Map;

/**
 * A participant of a comparison, which is measured in rounds. The coordinator's thread calls it.
 */
public interface Side {

  /** Returns the name that tells the side from others, on command lines and in reports. */
  String label();

  /** Returns the side's own settings, besides those that all sides share. */
  default Map<String, Object> settings() {
    return Map.of();
  }

  /**
   * Returns the processes that work for the side and do not descend from this process; their
   * descendants count, too.
   */
  default List<ProcessHandle> processes() {
    return List.of();
  }

  /**
   * Runs one round: loads, warms up, records, checks.
   *
   * @param repeat the round's number, from 1; 0 in the unmeasured round
   * @param recordedNs length of the recorded interval, in ns
   * @param progress receives the round's progress, several times a second
   * @throws dev.yardmaster.benchmarks.workload.WorkloadFailure if a transaction ended with an
   *     unexpected outcome
   */
  Round run(int repeat, long recordedNs, RoundProgress progress) throws InterruptedException;
}
