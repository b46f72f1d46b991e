package dev.yardmaster.proof.torture.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * For each fault, the longest time in which no transaction of any client committed. This class is
 * not thread-safe.
 */
final class Silences {

  private static final double NS_PER_MS = 1e6;
  private static final String SILENCE = "longest silence";

  private final Map<ClusterFault, List<Long>> byFault = new EnumMap<>(ClusterFault.class);

  void add(ClusterFault fault, long ns) {
    byFault.computeIfAbsent(fault, first -> new ArrayList<>()).add(ns);
  }

  /** Returns a line for each kind of fault, and a line for all faults that lose the leader. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    List<Long> lost = new ArrayList<>();
    byFault.forEach(
        (fault, silences) -> {
          lines.add(line(fault.words(), SILENCE, silences));
          if (fault.losesLeader()) {
            lost.addAll(silences);
          }
        });
    if (!lost.isEmpty()) {
      lines.add(line("all that lose the leader", SILENCE, lost));
    }
    return lines;
  }

  /** Returns a line with the quantiles of times in ns. */
  static String line(String what, String measured, List<Long> times) {
    List<Long> sorted = new ArrayList<>(times);
    Collections.sort(sorted);
    return String.format(
        Locale.ROOT,
        "%-24s %5d times, %s p50 %,.0f ms, p99 %,.0f ms, most %,.0f ms",
        what,
        sorted.size(),
        measured,
        quantile(sorted, 0.5) / NS_PER_MS,
        quantile(sorted, 0.99) / NS_PER_MS,
        sorted.get(sorted.size() - 1) / NS_PER_MS);
  }

  private static long quantile(List<Long> sorted, double share) {
    return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }
}
