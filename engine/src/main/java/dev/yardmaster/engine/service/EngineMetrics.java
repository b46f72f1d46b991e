package dev.yardmaster.engine.service;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.service.DataLimit;
import dev.yardmaster.storage.metrics.DataMeters;
import dev.yardmaster.storage.metrics.LogMeters;
import dev.yardmaster.storage.metrics.Meters;
import dev.yardmaster.storage.metrics.ServiceMeter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Locale;

/** Registers an engine's figures as Micrometer meters. */
final class EngineMetrics {

  private final MeterRegistry registry;
  private final EngineService engine;
  private final Meters<EngineService> meters;

  private EngineMetrics(MeterRegistry registry, EngineService engine) {
    this.registry = registry;
    this.engine = engine;
    meters = new Meters<>(registry, engine, Tags.of("stage", "engine"));
  }

  /**
   * Registers all meters.
   *
   * @param durable whether the engine has a commit log
   */
  static void bind(MeterRegistry registry, EngineService engine, boolean durable) {
    EngineMetrics metrics = new EngineMetrics(registry, engine);
    metrics.bindTransactions();
    metrics.bindLoad();
    engine.partitions().ifPresent(figures -> metrics.bindPartitions(figures.protocols()));
    DataMeters.bind(registry, engine.dataLimit(), DataLimit::bytes, DataLimit::maxBytes);
    if (durable) {
      LogMeters.bind(registry, engine, EngineService::logSize, EngineService::checkpoints);
    }
  }

  private void bindTransactions() {
    meters.counter(ServiceMeter.COMMITTED, service -> service.counters().committed());
    meters.counter(ServiceMeter.REPEATED, service -> service.counters().repeated());
    meters.counter(ServiceMeter.RESTARTS, service -> service.counters().restarts());
    meters.counter(ServiceMeter.LOGIC_FAILED, service -> service.counters().logicFailed());
    for (AbortCause cause : AbortCause.values()) {
      meters.counter(
          ServiceMeter.ABORTS,
          service -> service.counters().abortedRuns().get(cause),
          "cause",
          cause.name().toLowerCase(Locale.ROOT));
    }
    meters.counter(ServiceMeter.OVERLOADED, service -> service.load().overloaded());
  }

  private void bindLoad() {
    meters.gauge(ServiceMeter.IN_FLIGHT, service -> service.load().inFlight());
    meters.gauge(ServiceMeter.WINDOW, service -> service.load().window());
    for (String stage : engine.load().queueDepths().keySet()) {
      new Meters<>(registry, engine, Tags.of("stage", stage))
          .gauge(ServiceMeter.QUEUE_DEPTH, service -> service.load().queueDepths().get(stage));
    }
  }

  private void bindPartitions(List<PartitionFigures.OfProtocol> protocols) {
    for (int i = 0; i < protocols.size(); i++) {
      int index = i;
      Meters<EngineService> ofProtocol =
          new Meters<>(registry, engine, Tags.of("protocol", protocols.get(i).protocol()));
      ofProtocol.gauge(
          "yardmaster.partitions",
          "partitions of the keys under the protocol",
          service -> ofProtocol(service, index).count());
      ofProtocol.counter(
          "yardmaster.protocol.committed",
          "runs that accessed a record under the protocol and had no conflict",
          service -> ofProtocol(service, index).committed());
      ofProtocol.counter(
          "yardmaster.protocol.aborted",
          "runs that accessed a record under the protocol and were discarded",
          service -> ofProtocol(service, index).aborted());
    }
    new Meters<>(registry, engine, Tags.empty())
        .counter(
            "yardmaster.partition.switches",
            "number of times that a partition has got another protocol",
            service -> service.partitions().orElseThrow().switches());
  }

  private static PartitionFigures.OfProtocol ofProtocol(EngineService service, int index) {
    return service.partitions().orElseThrow().protocols().get(index);
  }
}
