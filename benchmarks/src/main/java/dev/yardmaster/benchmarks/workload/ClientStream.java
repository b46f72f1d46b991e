package dev.yardmaster.benchmarks.workload;

import dev.yardmaster.api.Outcome;

/** The transactions of one client, and the account of what became of them. One thread's. */
public interface ClientStream {

  /** The next transaction to submit; the stream never ends. */
  ProcedureInvocation<?, ?> next();

  /** Accounts a commit of a call that {@link #next} gave; called once for each that committed. */
  void committed(ProcedureInvocation<?, ?> call, Outcome.Committed<?> outcome);
}
