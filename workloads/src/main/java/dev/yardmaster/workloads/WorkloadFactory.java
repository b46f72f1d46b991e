package dev.yardmaster.workloads;

import dev.yardmaster.api.Procedure;
import java.util.List;

/**
 * Creates a workload, and has its name and its options. The benchmarks find factories with {@code
 * ServiceLoader}, so a user's own workload needs only its class and a line in {@code
 * META-INF/services/dev.yardmaster.workloads.WorkloadFactory}. Most workloads implement {@link
 * WorkloadDefinition}. A factory has a public constructor without parameters, and no state.
 */
public interface WorkloadFactory {

  /** Returns the name on command lines and in reports: lower case letters, digits and hyphens. */
  String name();

  /** Returns one line for the help that describes the transactions. */
  String description();

  /** Returns the options of the workload, for example the size of its data. */
  default List<WorkloadOption> options() {
    return List.of();
  }

  /**
   * Returns all procedures that the workload calls. A server that runs the workload registers them
   * when it starts.
   */
  List<Procedure<?, ?>> procedures();

  /** Returns the workload with the given values of its options. */
  Workload create(WorkloadSettings settings);
}
