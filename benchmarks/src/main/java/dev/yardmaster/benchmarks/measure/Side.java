package dev.yardmaster.benchmarks.measure;

import java.util.List;
import java.util.Map;

/** Something that is measured in rounds, beside others. The coordinator's thread calls it. */
public interface Side {

  /** Tells it from the others, on command lines and in reports. */
  String label();

  /** Its own settings, beside those that all sides have in common. */
  default Map<String, Object> settings() {
    return Map.of();
  }

  /** Processes that work for it and are no descendants of this one, with their descendants. */
  default List<ProcessHandle> processes() {
    return List.of();
  }

  /**
   * Runs it once: loads, warms up, records, checks.
   *
   * @param repeat the round's number, from 1; 0 in the unmeasured round
   * @param recordedNs how long to record, in ns
   * @param progress hears of the round, several times a second
   * @throws dev.yardmaster.benchmarks.workload.WorkloadFailure if something ended as it must not
   */
  Round run(int repeat, long recordedNs, RoundProgress progress) throws InterruptedException;
}
