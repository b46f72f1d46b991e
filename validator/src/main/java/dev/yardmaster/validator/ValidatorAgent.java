package dev.yardmaster.validator;

import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/** A stage of the validator: an agent with counters and a clock. */
public abstract sealed class ValidatorAgent implements Agent
    permits DirectValidator, BatchPreparer, ReorderWorker, BatchValidator {

  /** The role of an agent in the validation. */
  public enum Stage {
    /** The stage collects requests into batches. */
    PREPARER,
    /** The stage orders a batch. Several such stages may run in parallel. */
    REORDERER,
    /** The stage decides on requests, one after the other. */
    VALIDATOR
  }

  private final Stage stage;
  private final String name;
  private final NanoClock clock;
  private final ValidatorCounters counters;

  ValidatorAgent(Stage stage, String name, NanoClock clock, ValidatorCounters counters) {
    this.stage = stage;
    this.name = name;
    this.clock = clock;
    this.counters = counters;
  }

  @Override
  public abstract int doWork();

  /** Returns the role of this stage. */
  public final Stage stage() {
    return stage;
  }

  /**
   * Returns a counter's total since the start; if the counter is a level, returns its last value.
   * Any thread may call this method.
   */
  public final long counter(ValidatorCounter counter) {
    return counters.get(counter);
  }

  /**
   * Returns the number of requests or batches that wait for this stage. Any thread may call this
   * method.
   */
  public abstract int queueDepth();

  @Override
  public final String roleName() {
    return name;
  }

  final long nowNs() {
    return clock.nanoTime();
  }

  final void count(ValidatorCounter counter, long amount) {
    counters.count(counter, amount);
  }

  final void level(ValidatorCounter counter, long value) {
    counters.level(counter, value);
  }
}
