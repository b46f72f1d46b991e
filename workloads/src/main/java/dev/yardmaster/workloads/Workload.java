package dev.yardmaster.workloads;

import dev.yardmaster.api.Procedure;
import java.util.List;

/**
 * The workload of a benchmark: its procedures, its initial data, and its transactions, which are
 * drawn from a seed before the measurement. Instances are immutable, so every side of a comparison
 * runs the same transactions.
 */
public interface Workload {

  /** Returns the name on command lines and in reports. */
  String name();

  /** Returns one line for reports that describes the transactions and the size of the data. */
  String description();

  /**
   * Returns all procedures that the workload calls. The procedures must be registered before the
   * first call.
   */
  List<Procedure<?, ?>> procedures();

  /**
   * Returns the calls that load the initial data. They may run in any order, because they access
   * different keys. Each iteration gives the same calls.
   */
  Iterable<ProcedureInvocation<?, ?>> load();

  /**
   * Returns whether the invariant needs the commit versions of the outcomes. Such a workload cannot
   * run on a service without commit versions, for example on a SQL database.
   */
  default boolean needsCommitVersions() {
    return false;
  }

  /** Begins one run on a freshly loaded service, and returns the state that records its commits. */
  WorkloadRun begin(int clients);
}
