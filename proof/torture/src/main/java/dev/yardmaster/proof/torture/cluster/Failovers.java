package dev.yardmaster.proof.torture.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The recovery times of the throughput after the faults that lose the leader. This class is not
 * thread-safe.
 */
final class Failovers {

  /** The share of the earlier throughput at which the throughput counts as completely back. */
  static final double NEARLY_ALL = 0.9;

  /** The maximum reported time, in ns. A longer time is reported as this time. */
  static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(5);

  private static final double HALF = 0.5;

  private final List<Long> half = new ArrayList<>();
  private final List<Long> nearlyAll = new ArrayList<>();

  /** Adds the times of a fault, from the commit rate that was counted after the fault. */
  void add(CommitRate rate) {
    half.add(within(rate.backNs(HALF)));
    nearlyAll.add(within(rate.backNs(NEARLY_ALL)));
  }

  private static long within(long backNs) {
    return backNs == CommitRate.NOT_YET ? LIMIT_NS : Math.min(backNs, LIMIT_NS);
  }

  /** Returns a line for each share of the throughput; empty if no fault was added. */
  List<String> lines() {
    return half.isEmpty()
        ? List.of()
        : List.of(
            Silences.line("half of the throughput", "back after", half),
            Silences.line("0.9 of the throughput", "back after", nearlyAll));
  }
}
