package dev.yardmaster.validator;

import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/** A stage of the validator: an agent with counters and a clock. */
public abstract sealed class ValidatorAgent implements Agent
    permits DirectValidator, BatchPreparer, ReorderWorker, BatchValidator {

  /** The part of a stage in the validation. */
  public enum Stage {
    /** Collects requests into batches. */
    PREPARER,
    /** Orders a batch; several stages may run in parallel. */
    REORDERER,
    /** Decides on one request after the other. */
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

  /** The part of this stage. */
  public final Stage stage() {
    return stage;
  }

  /** A total since the start, or the last value of a level; any thread. */
  public final long counter(ValidatorCounter counter) {
    return counters.get(counter);
  }

  /** The number of requests or batches that wait before this stage; any thread. */
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
