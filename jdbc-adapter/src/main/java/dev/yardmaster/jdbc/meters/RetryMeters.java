package dev.yardmaster.jdbc.meters;

import dev.yardmaster.jdbc.retry.RetryFigures;
import dev.yardmaster.jdbc.retry.TransactionRetry;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/**
 * Registers the figures of a retry loop as Micrometer meters, whose names begin with {@code
 * yardmaster.jdbc.retry.}, with the tag {@code retry}. The registry does not keep the loop from
 * being garbage-collected.
 */
public final class RetryMeters implements MeterBinder {
  private final TransactionRetry retry;
  private final String name;

  /**
   * Creates the binder.
   *
   * @param name the value of the tag, which differs between the loops of a registry
   */
  public RetryMeters(TransactionRetry retry, String name) {
    this.retry = retry;
    this.name = name;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    counter(registry, "committed", "transactions that succeeded", RetryFigures::committed);
    counter(
        registry,
        "aborted",
        "attempts that the database aborted on conflict",
        RetryFigures::aborted);
    counter(
        registry,
        "exhausted",
        "transactions that were aborted in their last attempt",
        RetryFigures::exhausted);
    counter(
        registry, "ambiguous", "transactions whose outcome is unknown", RetryFigures::ambiguous);
    counter(
        registry,
        "failed",
        "transactions that failed for a reason that a retry would not change",
        RetryFigures::failed);
  }

  private void counter(
      MeterRegistry registry, String meter, String meaning, ToDoubleFunction<RetryFigures> value) {
    FunctionCounter.builder(
            "yardmaster.jdbc.retry." + meter, retry, of -> value.applyAsDouble(of.figures()))
        .description(meaning)
        .tag("retry", name)
        .register(registry);
  }
}
