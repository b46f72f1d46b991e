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
 * @param verdict whether the cluster is sufficient for the load, or why it is not
 */
public record ClusterPlan(
    PlannedLoad load,
    int cores,
    boolean isOneMachine,
    List<PlannedPart> parts,
    Round round,
    Verdict verdict) {

  /** Whether a cluster is sufficient for a load, and if not, the limit that it has reached. */
  public enum Verdict {
    /**
     * The cluster is sufficient: transactions end as fast as they arrive, and no part is busier
     * than wanted.
     */
    ENOUGH,
    /** A part that cannot have another thread is busier than wanted. */
    ONE_THREAD,
    /** A part is busier than wanted and has the largest number of threads. */
    MOST_THREADS,
    /** The validator needs more threads than a machine has cores. */
    VALIDATOR_CORES,
    /** Transactions end more slowly than they arrive, although no part is busier than wanted. */
    BEHIND,
    /** A part is still busier than wanted after the largest number of runs. */
    RUNS
  }

  /** Copies the list. */
  public ClusterPlan {
    parts = List.copyOf(parts);
  }

  /**
   * Returns whether the cluster is sufficient for the load. If the cluster is not sufficient,
   * {@link #verdict} has the reason, and the results are the results of the last cluster that was
   * tried.
   */
  public boolean isEnough() {
    return verdict == Verdict.ENOUGH;
  }

  /**
   * Returns the part that will be full first when the load grows. With {@link Verdict#ONE_THREAD},
   * only parts that cannot have another thread are considered.
   */
  public PlannedPart fullFirst() {
    return parts.stream()
        .filter(part -> verdict != Verdict.ONE_THREAD || !part.canGrow())
        .max(Comparator.comparingDouble(PlannedPart::busy))
        .orElseThrow();
  }

  /** Returns the number of all threads. */
  public int threads() {
    return parts.stream().mapToInt(PlannedPart::threads).sum();
  }

  /** Returns the number of threads that run agents of a kind. */
  public int threads(Kind kind) {
    return parts.stream()
        .filter(part -> part.kinds().contains(kind))
        .mapToInt(PlannedPart::threads)
        .sum();
  }

  /** Returns the number of threads that run at least one stage of the validator. */
  int validatorThreads() {
    return parts.stream().filter(part -> !part.isData()).mapToInt(PlannedPart::threads).sum();
  }

  /**
   * Returns the number of machines that run a part. All stages of the validator share one machine.
   */
  public int machines(PlannedPart part) {
    return part.isData() && !isOneMachine ? (part.threads() + cores - 1) / cores : 1;
  }

  /** Returns the number of machines that run agents of a kind. */
  public int machines(Kind kind) {
    return parts.stream()
        .filter(part -> part.kinds().contains(kind))
        .mapToInt(this::machines)
        .sum();
  }

  /** Returns the number of all machines. All stages of the validator share one machine. */
  public int machines() {
    return isOneMachine ? 1 : machines(Kind.PROCESSORS) + machines(Kind.STORAGE) + 1;
  }
}
