package dev.yardmaster.benchmarks.workload;

import dev.yardmaster.api.Procedure;
import java.util.List;

/**
 * The workload of a benchmark: its procedures, its initial data, and its transactions, drawn from a
 * seed before the measurement. Immutable, so that every side of a comparison runs the same
 * transactions.
 */
public interface Workload {

  /** Returns the name on command lines and in reports. */
  String name();

  /** Returns what is drawn and the size of the data, in one line for readers of a report. */
  String description();

  /** Returns every procedure that its calls name, to be registered before the first call. */
  List<Procedure<?, ?>> procedures();

  /** Returns the calls that load the initial data, in any order; they touch different keys. */
  List<ProcedureInvocation<?, ?>> load();

  /** Begins the bookkeeping of one run on a freshly loaded service. */
  WorkloadRun begin(int clients);
}
