package dev.yardmaster.benchmarks.measure;

import java.util.List;
import java.util.Map;

/**
 * A participant of a comparison, which is measured in rounds. Only the coordinator's thread calls
 * its methods.
 */
public interface Side {

  /**
   * Returns the name of the side on command lines and in reports. No two sides have the same name.
   */
  String label();

  /** Returns the settings that only this side has, without the settings that all sides share. */
  default Map<String, Object> settings() {
    return Map.of();
  }

  /**
   * Returns the processes that work for the side and do not descend from this process. The
   * descendants of these processes also count as working for the side.
   */
  default List<ProcessHandle> processes() {
    return List.of();
  }

  /**
   * Runs one round: loads data, warms up, records an interval and checks the data.
   *
   * @param repeat the round's number, from 1; 0 in the unmeasured round
   * @param recordedNs length of the recorded interval, in ns
   * @param progress receives the round's progress, several times a second
   * @throws dev.yardmaster.benchmarks.workload.WorkloadFailure if a transaction ended with an
   *     unexpected outcome
   */
  Round run(int repeat, long recordedNs, RoundProgress progress) throws InterruptedException;
}
