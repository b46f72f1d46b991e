package dev.yardmaster.server.backend;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.engine.service.EngineService;
import dev.yardmaster.engine.service.PartitionFigures;
import dev.yardmaster.processor.DataMeters;
import dev.yardmaster.processor.coordinator.ProcessorCounter;
import dev.yardmaster.storage.metrics.LogMeters;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The meters of an engine. A meter has the same name as the pipeline's meter with the same meaning,
 * so that dashboards and alerts work for both.
 */
final class EngineMeters {

  private static final String STAGE = "stage";
  private static final String PROTOCOL = "protocol";

  private final MeterRegistry registry;
  private final EngineService engine;

  private EngineMeters(MeterRegistry registry, EngineService engine) {
    this.registry = registry;
    this.engine = engine;
  }

  /**
   * Registers all meters.
   *
   * @param durable whether the engine has a commit log
   */
  static void bind(MeterRegistry registry, EngineService engine, boolean durable) {
    EngineMeters meters = new EngineMeters(registry, engine);
    meters.bindTransactions();
    meters.bindLoad();
    engine.partitions().ifPresent(figures -> meters.bindPartitions(figures.protocols()));
    DataMeters.bind(registry, engine.dataLimit());
    if (durable) {
      LogMeters.bind(registry, engine, EngineService::logSize, EngineService::checkpoints);
    }
  }

  private void bindTransactions() {
    counter(ProcessorCounter.COMMITTED, service -> service.counters().committed());
    counter(ProcessorCounter.REPEATED, service -> service.counters().repeated());
    counter(ProcessorCounter.RESTARTS, service -> service.counters().restarts());
    counter(ProcessorCounter.LOGIC_FAILED, service -> service.counters().logicFailed());
    for (AbortCause cause : AbortCause.values()) {
      counter(
          "yardmaster.aborts",
          "runs that did not commit",
          service -> service.counters().abortedRuns().get(cause),
          "cause",
          cause.name().toLowerCase(Locale.ROOT));
    }
    counter(
        "yardmaster.overloaded",
        "submissions refused because a queue was full",
        service -> service.load().overloaded());
  }

  private void bindLoad() {
    gauge(ProcessorCounter.IN_FLIGHT, service -> service.load().inFlight());
    gauge(ProcessorCounter.WINDOW, service -> service.load().window());
    for (String stage : engine.load().queueDepths().keySet()) {
      Gauge.builder(
              "yardmaster.queue.depth", engine, service -> service.load().queueDepths().get(stage))
          .description("messages that wait before the stage")
          .tag(STAGE, stage)
          .register(registry);
    }
  }

  private void bindPartitions(List<PartitionFigures.OfProtocol> protocols) {
    for (int i = 0; i < protocols.size(); i++) {
      int index = i;
      String protocol = protocols.get(i).protocol();
      Gauge.builder("yardmaster.partitions", engine, service -> ofProtocol(service, index).count())
          .description("partitions of the keys under the protocol")
          .tag(PROTOCOL, protocol)
          .register(registry);
      FunctionCounter.builder(
              "yardmaster.protocol.committed",
              engine,
              service -> ofProtocol(service, index).committed())
          .description("runs that accessed a record under the protocol and had no conflict")
          .tag(PROTOCOL, protocol)
          .register(registry);
      FunctionCounter.builder(
              "yardmaster.protocol.aborted",
              engine,
              service -> ofProtocol(service, index).aborted())
          .description("runs that accessed a record under the protocol and were discarded")
          .tag(PROTOCOL, protocol)
          .register(registry);
    }
    FunctionCounter.builder(
            "yardmaster.partition.switches",
            engine,
            service -> service.partitions().orElseThrow().switches())
        .description("number of times that a partition has got another protocol")
        .register(registry);
  }

  private static PartitionFigures.OfProtocol ofProtocol(EngineService service, int index) {
    return service.partitions().orElseThrow().protocols().get(index);
  }

  private void counter(ProcessorCounter same, ToDoubleFunction<EngineService> value) {
    counter(same.meter(), same.description(), value);
  }

  private void counter(
      String name, String description, ToDoubleFunction<EngineService> value, String... tags) {
    FunctionCounter.builder(name, engine, value)
        .description(description)
        .tag(STAGE, "engine")
        .tags(tags)
        .register(registry);
  }

  private void gauge(ProcessorCounter same, ToDoubleFunction<EngineService> value) {
    Gauge.builder(same.meter(), engine, value)
        .description(same.description())
        .tag(STAGE, "engine")
        .register(registry);
  }
}
