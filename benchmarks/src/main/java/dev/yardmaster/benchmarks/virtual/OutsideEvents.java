package dev.yardmaster.benchmarks.virtual;

/** Events that belong to no agent and happen at given times. Their work takes no virtual time. */
public interface OutsideEvents {

  /** Returns the time of the next event; infinity if there is no event. */
  double nextNs();

  /** Runs the next event. */
  void happen();
}
