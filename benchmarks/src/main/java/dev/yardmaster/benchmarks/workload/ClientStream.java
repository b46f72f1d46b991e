package dev.yardmaster.benchmarks.workload;

import dev.yardmaster.api.Outcome;

/** The transactions of one client, with the bookkeeping of their commits. For one thread. */
public interface ClientStream {

  /** Returns the next transaction to submit; the stream never ends. */
  ProcedureInvocation<?, ?> next();

  /** Records a commit of a call from {@link #next}; called once for each call that committed. */
  void committed(ProcedureInvocation<?, ?> call, Outcome.Committed<?> outcome);
}
