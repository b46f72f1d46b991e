package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.benchmarks.workload.records.DrawnPhases;
import dev.yardmaster.benchmarks.workload.records.Redraw;
import dev.yardmaster.benchmarks.workload.tpcc.schema.CrossWarehouses;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws the phases of a TPC-C load that changes, as in the CormCC paper (USENIX ATC 2018, section
 * 6.4). All choices follow from the seed of the first phase.
 */
final class TpccRedraws {

  private TpccRedraws() {}

  /**
   * Returns the settings of each phase. The mixes are the standard one and nine random ones.
   *
   * @param first the settings of the first phase, with several warehouses and a mix without bulk
   *     transactions
   */
  static List<TpccSettings> of(TpccSettings first, int count) {
    if (count < 1 || first.warehouses() < 2 || first.mix().scansCustomers()) {
      throw new IllegalArgumentException(
          "a changing load has several warehouses, and no scans of customers: mix="
              + first.mix().name()
              + ", warehouses="
              + first.warehouses()
              + ", phases="
              + count);
    }
    SplittableRandom random = new SplittableRandom(first.seed());
    TpccSettings drawn = first.withDrawn(DrawnPhases.perPhase(first.drawn(), count));
    List<TpccSettings> phases = new ArrayList<>(List.of(drawn));
    while (phases.size() < count) {
      int number = random.nextInt(TpccMix.RANDOM + 1);
      Redraw redraw = Redraw.next(random, first.warehouses());
      phases.add(
          drawn.with(
              number == 0 ? TpccMix.STANDARD : TpccMix.random(number),
              new CrossWarehouses(redraw.cross(), redraw.crossPercent()),
              redraw.theta(),
              redraw.seed()));
    }
    return List.copyOf(phases);
  }

  /** Returns the parameters of a phase in words. */
  static String words(TpccSettings phase) {
    return phase.mix().name()
        + (phase.theta() == null ? "" : ", theta " + phase.theta())
        + (phase.cross() == null ? "" : ", " + phase.cross());
  }
}
