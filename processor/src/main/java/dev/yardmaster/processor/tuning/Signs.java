package dev.yardmaster.processor.tuning;

/** What the tuner sees of a pipeline: totals since the start, of all its agents. Any thread. */
public interface Signs {

  /** Transactions that took place, or were decided against by their own logic. */
  long completed();

  /**
   * Duty cycles of processors in which more transactions were there than could go on, or there was
   * room for no more. Without any, arrivals are the limit, and nothing can be learnt from how many
   * commit.
   */
  long fullCycles();

  /** Transactions in flight now. */
  long inFlight();

  /** How many agents of the validator share the requests, each filling batches of its own. */
  int preparers();

  /** Requests that entered the validator. */
  long requests();

  /** Runs whose reads had gone stale or that were sacrificed, whether repaired or restarted. */
  long stale();

  /** Pairs of first attempts in one batch that were looked at for an edge from one to the other. */
  long probes();

  /** Those of them with the edge. */
  long edgesProbed();

  /** Time that reorder workers spent at work, in ns. */
  long reorderBusyNs();
}
