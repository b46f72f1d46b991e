package dev.yardmaster.jdbc.meters;

import dev.yardmaster.jdbc.JdbcScheduler;
import dev.yardmaster.jdbc.SchedulerFigures;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Registers the figures of a scheduler as Micrometer meters, whose names begin with {@code
 * yardmaster.jdbc.scheduler.}, with the tag {@code scheduler}. The registry does not keep the
 * scheduler from being garbage-collected.
 */
public final class SchedulerMeters implements MeterBinder {
  private final JdbcScheduler scheduler;
  private final String name;

  /**
   * Creates the binder.
   *
   * @param name the value of the tag, which differs between the schedulers of a registry
   */
  public SchedulerMeters(JdbcScheduler scheduler, String name) {
    this.scheduler = scheduler;
    this.name = name;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    counter(registry, "committed", "transactions that committed", SchedulerFigures::committed);
    counter(
        registry,
        "aborted",
        "attempts that the database aborted on conflict",
        SchedulerFigures::aborted);
    counter(
        registry,
        "exhausted",
        "transactions that failed after their last attempt",
        SchedulerFigures::exhausted);
    counter(
        registry,
        "ambiguous",
        "transactions whose outcome is unknown",
        SchedulerFigures::ambiguous);
    counter(
        registry,
        "failed",
        "transactions that failed for a reason that a retry would not change",
        SchedulerFigures::failed);
    counter(
        registry,
        "not.started",
        "transactions that were refused, or that waited until their deadline",
        SchedulerFigures::notStarted);
    counter(registry, "batches", "batches that were ordered", SchedulerFigures::batches);
    counter(registry, "ordered", "transactions in these batches", SchedulerFigures::ordered);
    counter(
        registry,
        "held.over",
        "number of times that a transaction was moved to a later batch",
        SchedulerFigures::heldOver);
    counter(
        registry,
        "joined",
        "transactions that joined the database transaction of others",
        SchedulerFigures::joined);
    counter(
        registry,
        "released.early",
        "transactions that committed without their own flush",
        SchedulerFigures::releasedEarly);
    counter(registry, "forces", "flushes for these transactions", SchedulerFigures::forces);
    FunctionTimer.builder(
            "yardmaster.jdbc.scheduler.waits",
            scheduler,
            of -> of.figures().started(),
            of -> of.figures().waitedNs(),
            TimeUnit.NANOSECONDS)
        .description("times from the arrival of a transaction to its start")
        .tag("scheduler", name)
        .register(registry);
    TimeGauge.builder(
            "yardmaster.jdbc.scheduler.longest.wait",
            scheduler,
            TimeUnit.NANOSECONDS,
            of -> of.figures().longestWaitNs())
        .description("longest time from an arrival to a start since the start of the scheduler")
        .tag("scheduler", name)
        .register(registry);
    gauge(registry, "queued", "transactions that wait", SchedulerFigures::queued);
    gauge(registry, "running", "transactions that run", SchedulerFigures::running);
    gauge(
        registry,
        "held",
        "transactions that have ended and whose callers wait for a flush",
        SchedulerFigures::held);
  }

  private void counter(
      MeterRegistry registry,
      String meter,
      String meaning,
      ToDoubleFunction<SchedulerFigures> value) {
    FunctionCounter.builder(
            "yardmaster.jdbc.scheduler." + meter,
            scheduler,
            of -> value.applyAsDouble(of.figures()))
        .description(meaning)
        .tag("scheduler", name)
        .register(registry);
  }

  private void gauge(
      MeterRegistry registry,
      String meter,
      String meaning,
      ToDoubleFunction<SchedulerFigures> value) {
    Gauge.builder(
            "yardmaster.jdbc.scheduler." + meter,
            scheduler,
            of -> value.applyAsDouble(of.figures()))
        .description(meaning)
        .tag("scheduler", name)
        .register(registry);
  }
}
