package dev.yardmaster.benchmarks.plan;

import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.plan.PlannedPart.Kind;
import java.util.Comparator;
import java.util.List;

/**
 * A plan: the parts of a cluster, and the results of the simulated load.
 *
 * @param cores number of cores of a machine
 * @param isOneMachine whether all parts run on one machine, without a network between them
 * @param round the results of the run on virtual cores
 * @param isEnough whether the load ends in time and no part is busier than wanted. Otherwise the
 *     final validation cannot take the rate, and the results may be those of a lower rate
 */
public record ClusterPlan(
    PlannedLoad load,
    int cores,
    boolean isOneMachine,
    List<PlannedPart> parts,
    Round round,
    boolean isEnough) {

  /** Copies the list. */
  public ClusterPlan {
    parts = List.copyOf(parts);
  }

  /**
   * Returns the part that is full first; if the plan is not enough, the one that cannot get more
   * threads.
   */
  public PlannedPart fullFirst() {
    if (!isEnough) {
      return parts.stream()
          .filter(part -> part.kind() == Kind.FINAL_VALIDATION)
          .findFirst()
          .orElseThrow();
    }
    return parts.stream().min(Comparator.comparingDouble(PlannedPart::fullAt)).orElseThrow();
  }

  /** Returns the mean share of the time in which a part's thread has work. */
  double busy(Kind kind) {
    return parts.stream()
        .filter(part -> part.kind() == kind)
        .mapToDouble(PlannedPart::busy)
        .findFirst()
        .orElseThrow();
  }

  /** Returns the number of all threads. */
  public int threads() {
    return parts.stream().mapToInt(PlannedPart::threads).sum();
  }

  /** Returns the number of processors, or of threads of another part. */
  public int threads(Kind kind) {
    return parts.stream().filter(part -> part.kind() == kind).mapToInt(PlannedPart::threads).sum();
  }

  /** Returns the number of machines that run a part; the stages of the validator share one. */
  public int machines(Kind kind) {
    return kind.isSpread() && !isOneMachine ? (threads(kind) + cores - 1) / cores : 1;
  }

  /** Returns the number of all machines; the stages of the validator share one. */
  public int machines() {
    return isOneMachine ? 1 : machines(Kind.PROCESSORS) + machines(Kind.STORAGE) + 1;
  }
}
