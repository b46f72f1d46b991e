package dev.yardmaster.validator;

import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/** A stage of the validator: an agent that counts what it does and times its duty cycles. */
public abstract sealed class ValidatorAgent implements Agent
    permits DirectValidator, BatchPreparer, ReorderWorker, BatchValidator {

  /** What a stage does with the requests that pass it. */
  public enum Stage {
    /** Fills batches. */
    PREPARER,
    /** Orders a batch, several side by side. */
    REORDERER,
    /** Decides, one request after the other. */
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

  /** What it does. */
  public final Stage stage() {
    return stage;
  }

  /** A total since the start, or the last value of a level; any thread. */
  public final long counter(ValidatorCounter counter) {
    return counters.get(counter);
  }

  /** Requests or batches that wait before this stage; any thread. */
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
