package dev.yardmaster.storage.metrics;

import dev.yardmaster.storage.log.LogSize;
import dev.yardmaster.storage.log.checkpoint.CheckpointFigures;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.Function;

/** Registers the meters of a commit log and its checkpoints. */
public final class LogMeters {

  private LogMeters() {}

  /**
   * Registers the meters of a service that has a commit log.
   *
   * @param service the source of the figures. The registry holds only a weak reference to it
   */
  public static <T> void bind(
      MeterRegistry registry,
      T service,
      Function<T, LogSize> log,
      Function<T, CheckpointFigures> checkpoints) {
    Meters<T> meters = new Meters<>(registry, service, Tags.empty());
    meters.counter(
        "yardmaster.log.transactions",
        "transactions written to the commit log",
        source -> log.apply(source).transactions());
    meters.counterOfBytes(
        "yardmaster.log.written",
        "bytes written to the commit log",
        source -> log.apply(source).writtenBytes());
    meters.counter(
        "yardmaster.log.forces",
        "number of times that the commit log was forced to disk",
        source -> log.apply(source).forces());
    meters.bytes(
        "yardmaster.log.size",
        "length of the commit log that is kept",
        source -> log.apply(source).bytes());
    meters.gauge(
        "yardmaster.log.segments",
        "segments of the commit log that are kept",
        source -> log.apply(source).segments());
    meters.bytes(
        "yardmaster.checkpoint.size",
        "length of the newest checkpoint of this start; 0 if there is none yet",
        source -> checkpoints.apply(source).lastBytes());
    meters.time(
        "yardmaster.checkpoint.duration",
        "time that the newest checkpoint of this start took; 0 if there is none yet",
        source -> checkpoints.apply(source).lastDurationNs());
    meters.time(
        "yardmaster.checkpoint.age",
        "time since the newest checkpoint of this start was complete; 0 if there is none yet",
        source -> checkpoints.apply(source).lastAgeNs());
    meters.counter(
        "yardmaster.checkpoints",
        "checkpoints written",
        source -> checkpoints.apply(source).written());
    meters.counter(
        "yardmaster.checkpoints.failed",
        "attempts to write a checkpoint that were abandoned, for example on a full disk",
        source -> checkpoints.apply(source).failures());
  }
}
