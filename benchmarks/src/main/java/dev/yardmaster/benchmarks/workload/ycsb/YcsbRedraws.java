package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.benchmarks.workload.records.DrawnPhases;
import dev.yardmaster.benchmarks.workload.records.Redraw;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Draws the phases of a YCSB load that changes, as in the CormCC paper (USENIX ATC 2018, section
 * 6.4). All choices follow from the seed of the first phase.
 */
final class YcsbRedraws {

  private static final List<Integer> READ_PERCENTS = List.of(50, 80, 100);
  private static final List<Integer> REQUESTS = List.of(15, 25);

  private YcsbRedraws() {}

  /**
   * Returns the settings of each phase.
   *
   * @param first the settings of the first phase, with several partitions, a mix of reads and
   *     read-modify-writes, and transactions of one size
   */
  static List<YcsbSettings> of(YcsbSettings first, int count) {
    if (count < 1 || first.partitions().count() < 2 || !first.mix().equals(rmw(first))) {
      throw new IllegalArgumentException(
          "a changing load has several partitions, and reads and read-modify-writes: mix="
              + first.mix().name()
              + ", partitions="
              + first.partitions().count()
              + ", phases="
              + count);
    }
    if (first.requests().hasBig()) {
      throw new IllegalArgumentException(
          "a changing load has transactions of one size: requests=" + first.requests());
    }
    SplittableRandom random = new SplittableRandom(first.seed());
    YcsbSettings drawn = first.withDrawn(DrawnPhases.perPhase(first.drawn(), count));
    List<YcsbSettings> phases = new ArrayList<>(List.of(drawn));
    while (phases.size() < count) {
      YcsbMix mix = YcsbMix.rmw(Redraw.oneOf(READ_PERCENTS, random));
      int requests = Redraw.oneOf(REQUESTS, random);
      phases.add(drawn.with(mix, requests, Redraw.next(random, first.partitions().count())));
    }
    return List.copyOf(phases);
  }

  private static YcsbMix rmw(YcsbSettings settings) {
    return YcsbMix.rmw(settings.mix().readPercent());
  }

  /** Returns the parameters of a phase in words. */
  static String words(YcsbSettings phase) {
    return String.format(
        Locale.ROOT,
        "%d %% reads, %s requests, theta %s, %d cross-partitions with %d %%",
        phase.mix().readPercent(),
        phase.requests(),
        phase.theta(),
        phase.partitions().cross(),
        phase.partitions().crossPercent());
  }
}
