package dev.yardmaster.workloads;

import dev.yardmaster.api.Outcome;

/**
 * The transactions of one client, and the state that records their commits. Only one thread at a
 * time may use an instance.
 */
public interface ClientStream {

  /** Returns the next transaction to submit; the stream never ends. */
  ProcedureInvocation<?, ?> next();

  /**
   * Records the commit of a call that {@link #next} returned. The client calls this method once for
   * each call that committed.
   */
  void committed(ProcedureInvocation<?, ?> call, Outcome.Committed<?> outcome);
}
