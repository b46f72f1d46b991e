package dev.yardmaster.benchmarks.workload;

import dev.yardmaster.api.Procedure;
import java.util.List;

/**
 * What a benchmark runs: its procedures, the data it begins with, and its transactions, drawn from
 * a seed before anything is measured. Immutable, so that every side of a comparison meets the same
 * transactions.
 */
public interface Workload {

  /** The name on command lines and in reports. */
  String name();

  /** What is drawn and how large the data is, in one line for a report's reader. */
  String description();

  /** Every procedure that its calls name, to be registered before the first call. */
  List<Procedure<?, ?>> procedures();

  /** The calls that load the initial data; they touch different keys, so any order will do. */
  List<ProcedureInvocation<?, ?>> load();

  /** Begins the bookkeeping of one run on a freshly loaded service. */
  WorkloadRun begin(int clients);
}
