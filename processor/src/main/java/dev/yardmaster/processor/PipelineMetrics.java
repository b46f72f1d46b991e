package dev.yardmaster.processor;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.processor.tuning.Tuner;
import dev.yardmaster.processor.tuning.TuningInForce;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.storage.StorageCounter;
import dev.yardmaster.storage.StorageWorker;
import dev.yardmaster.storage.log.Checkpointer;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.validator.ValidatedTransaction.Rerun;
import dev.yardmaster.validator.Validator;
import dev.yardmaster.validator.ValidatorAgent;
import dev.yardmaster.validator.ValidatorCounter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Shows a pipeline's counters as Micrometer meters, all named {@code yardmaster.*}. The agents only
 * count; everything here is computed when a registry reads.
 */
final class PipelineMetrics implements MeterBinder {

  private static final String STAGE = "stage";

  private final PipelineAgents agents;

  PipelineMetrics(PipelineAgents agents) {
    this.agents = agents;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("yardmaster.batch.size", agents.validator(), PipelineMetrics::meanBatchSize)
        .description("mean requests of a validator batch since the start; 0 without batches")
        .register(registry);
    bindTuning(registry, agents.tuning());
    if (agents.tuner() != null) {
      bindTuner(registry, agents.tuner());
    }
    agents.processors().forEach(processor -> bindProcessor(registry, processor));
    agents.storageWorkers().forEach(worker -> bindStorage(registry, worker));
    agents.validator().agents().forEach(agent -> bindValidator(registry, agent));
    if (agents.data() != null) {
      bindLog(registry, agents.data().log(), agents.checkpointer());
    }
  }

  private static void bindTuning(MeterRegistry registry, TuningInForce tuning) {
    Gauge.builder("yardmaster.tuning.batch.size", tuning, TuningInForce::batchSize)
        .description("most requests in a batch, now")
        .register(registry);
    TimeGauge.builder(
            "yardmaster.tuning.batch.age",
            tuning,
            TimeUnit.NANOSECONDS,
            TuningInForce::maxBatchAgeNs)
        .description("longest that the oldest request of a batch waits, now")
        .register(registry);
    bindSwitch(registry, "storage_reordering", tuning, TuningInForce::storageReordering);
    bindSwitch(registry, "validator_reordering", tuning, TuningInForce::validatorReordering);
    bindSwitch(registry, "repair", tuning, TuningInForce::repair);
    for (Solver solver : Solver.values()) {
      Gauge.builder("yardmaster.tuning.solver", tuning, t -> t.solver() == solver ? 1 : 0)
          .description("1 for the feedback vertex set algorithm that is in use now")
          .tag("solver", solver.optionName())
          .register(registry);
    }
  }

  private static void bindSwitch(
      MeterRegistry registry, String what, TuningInForce tuning, Predicate<TuningInForce> isOn) {
    Gauge.builder("yardmaster.tuning.on", tuning, t -> isOn.test(t) ? 1 : 0)
        .description("1 for what is switched on now; during a comparison, what is tried")
        .tag("what", what)
        .register(registry);
  }

  private static void bindTuner(MeterRegistry registry, Tuner tuner) {
    Gauge.builder("yardmaster.edge.density", tuner, Tuner::density)
        .description("share of pairs of first attempts of which one reads what the other writes")
        .register(registry);
    Gauge.builder("yardmaster.requests.rate", tuner, Tuner::requestsPerSecond)
        .description("requests that reach the validator in a second")
        .register(registry);
    FunctionCounter.builder("yardmaster.tuning.trials", tuner, Tuner::trials)
        .description("comparisons of a setting with another")
        .register(registry);
    FunctionCounter.builder("yardmaster.tuning.changes", tuner, Tuner::changes)
        .description("comparisons after which the setting was changed")
        .register(registry);
    FunctionCounter.builder("yardmaster.tuning.shifts", tuner, Tuner::shifts)
        .description("how often conflicts had become much denser or sparser")
        .register(registry);
  }

  private static void bindLog(MeterRegistry registry, CommitLog log, Checkpointer checkpointer) {
    FunctionCounter.builder("yardmaster.log.transactions", log, l -> l.size().transactions())
        .description("transactions written to the commit log")
        .register(registry);
    FunctionCounter.builder("yardmaster.log.written", log, l -> l.size().writtenBytes())
        .description("bytes written to the commit log")
        .baseUnit("bytes")
        .register(registry);
    FunctionCounter.builder("yardmaster.log.forces", log, l -> l.size().forces())
        .description("how often the commit log was forced to the disk")
        .register(registry);
    Gauge.builder("yardmaster.log.size", log, l -> l.size().bytes())
        .description("length of the commit log that is kept")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("yardmaster.log.segments", log, l -> l.size().segments())
        .description("segments of the commit log that are kept")
        .register(registry);
    Gauge.builder("yardmaster.checkpoint.size", checkpointer, Checkpointer::lastBytes)
        .description("length of the newest checkpoint of this start; 0 if there is none yet")
        .baseUnit("bytes")
        .register(registry);
    FunctionCounter.builder("yardmaster.checkpoints", checkpointer, Checkpointer::written)
        .description("checkpoints written")
        .register(registry);
  }

  /** Shows how the repairs of one procedure go. */
  static void bindProcedure(MeterRegistry registry, PipelineProcedure procedure) {
    RepairRecord record = procedure.repairs();
    for (Rerun end : Rerun.values()) {
      FunctionCounter.builder("yardmaster.procedure.repairs", record, r -> r.ended(end))
          .description("runs of the procedure at the final validation, by how they ended")
          .tag("procedure", procedure.name())
          .tag("end", end.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
    FunctionCounter.builder("yardmaster.procedure.suspensions", record, RepairRecord::suspensions)
        .description("how often the procedure was taken off the repair path")
        .tag("procedure", procedure.name())
        .register(registry);
  }

  private static double meanBatchSize(Validator validator) {
    long batches =
        validator.counter(ValidatorCounter.CLOSED_FULL)
            + validator.counter(ValidatorCounter.CLOSED_IDLE)
            + validator.counter(ValidatorCounter.CLOSED_AGE);
    return batches == 0 ? 0 : (double) validator.counter(ValidatorCounter.REQUESTS) / batches;
  }

  private static void bindProcessor(MeterRegistry registry, Processor processor) {
    String stage = processor.roleName();
    counter(
        registry,
        "yardmaster.committed",
        stage,
        "transactions that committed",
        processor,
        p -> p.counters().get(ProcessorCounter.COMMITTED));
    counter(
        registry,
        "yardmaster.restarts",
        stage,
        "runs that were discarded and begun again",
        processor,
        p -> p.counters().get(ProcessorCounter.RESTARTS));
    counter(
        registry,
        "yardmaster.logic.failed",
        stage,
        "transactions whose logic threw",
        processor,
        p -> p.counters().get(ProcessorCounter.LOGIC_FAILED));
    counter(
        registry,
        "yardmaster.repeated",
        stage,
        "transactions that were answered with the first outcome of their id",
        processor,
        p -> p.counters().get(ProcessorCounter.REPEATED));
    counter(
        registry,
        "yardmaster.overloaded",
        stage,
        "submissions refused for want of room",
        processor,
        p -> p.submissions().refused());
    counter(
        registry,
        "yardmaster.hot.key.waits",
        stage,
        "transactions that waited for their turn on a hot key",
        processor,
        p -> p.counters().get(ProcessorCounter.QUEUED));
    gauge(
        registry,
        "yardmaster.hot.key.waiting",
        stage,
        "transactions that wait for their turn on a hot key",
        processor,
        p -> p.counters().get(ProcessorCounter.WAITING_FOR_KEYS));
    gauge(
        registry,
        "yardmaster.hot.key.lines",
        stage,
        "hot keys with a line before them",
        processor,
        p -> p.counters().get(ProcessorCounter.HOT_KEY_LINES));
    gauge(
        registry,
        "yardmaster.window",
        stage,
        "most transactions let into the pipeline at once",
        processor,
        p -> p.counters().get(ProcessorCounter.WINDOW));
    gauge(
        registry,
        "yardmaster.in.flight",
        stage,
        "transactions in flight",
        processor,
        p -> p.counters().get(ProcessorCounter.IN_FLIGHT));
    gauge(
        registry,
        "yardmaster.queue.depth",
        stage,
        "messages that wait before the stage",
        processor,
        p -> p.submissions().size());
    for (AbortCause cause : AbortCause.values()) {
      FunctionCounter.builder("yardmaster.aborts", processor, p -> p.counters().aborts(cause))
          .description("runs that did not commit")
          .tag(STAGE, stage)
          .tag("cause", cause.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  private static void bindStorage(MeterRegistry registry, StorageWorker worker) {
    String stage = worker.roleName();
    gauge(
        registry,
        "yardmaster.queue.depth",
        stage,
        "messages that wait before the stage",
        worker,
        StorageWorker::queueDepth);
    counter(
        registry,
        "yardmaster.batches",
        stage,
        "batches taken",
        worker,
        w -> w.counter(StorageCounter.BATCHES));
    counter(
        registry,
        "yardmaster.requests",
        stage,
        "requests taken",
        worker,
        w -> w.counter(StorageCounter.REQUESTS));
    busy(registry, stage, worker, w -> w.counter(StorageCounter.BUSY_NS));
  }

  private static void bindValidator(MeterRegistry registry, ValidatorAgent agent) {
    String stage = agent.roleName();
    gauge(
        registry,
        "yardmaster.queue.depth",
        stage,
        "messages that wait before the stage",
        agent,
        ValidatorAgent::queueDepth);
    counter(
        registry,
        "yardmaster.requests",
        stage,
        "requests taken",
        agent,
        a -> a.counter(ValidatorCounter.REQUESTS));
    closed(registry, agent, "full", ValidatorCounter.CLOSED_FULL);
    closed(registry, agent, "idle", ValidatorCounter.CLOSED_IDLE);
    closed(registry, agent, "age", ValidatorCounter.CLOSED_AGE);
    counter(
        registry,
        "yardmaster.graph.edges",
        stage,
        "edges of the conflict graphs",
        agent,
        a -> a.counter(ValidatorCounter.EDGES));
    counter(
        registry,
        "yardmaster.graph.victims",
        stage,
        "requests that the reorderer sacrificed",
        agent,
        a -> a.counter(ValidatorCounter.VICTIMS));
    counter(
        registry,
        "yardmaster.graph.batches",
        stage,
        "batches reordered",
        agent,
        a -> a.counter(ValidatorCounter.REORDERED));
    counter(
        registry,
        "yardmaster.graph.proven",
        stage,
        "batches whose victims are known to be the best choice",
        agent,
        a -> a.counter(ValidatorCounter.PROVEN));
    counter(
        registry,
        "yardmaster.batch.conflicts",
        stage,
        "requests that failed because of another of their own batch; 0 with reordering",
        agent,
        a -> a.counter(ValidatorCounter.CONFLICTS_IN_BATCH));
    repairs(registry, agent, "done", ValidatorCounter.REPAIRED);
    repairs(registry, agent, "unknown_key", ValidatorCounter.REPAIRS_WITH_UNKNOWN_KEY);
    repairs(registry, agent, "threw", ValidatorCounter.REPAIRS_THAT_THREW);
    repairs(registry, agent, "overdue", ValidatorCounter.REPAIRS_OVERDUE);
    repairs(registry, agent, "suspended", ValidatorCounter.REPAIRS_SUSPENDED);
    repairs(registry, agent, "over_budget", ValidatorCounter.REPAIRS_OVER_BUDGET);
    TimeGauge.builder(
            "yardmaster.repair.time",
            agent,
            TimeUnit.NANOSECONDS,
            a -> a.counter(ValidatorCounter.REPAIR_NS))
        .description("time spent in repairs since the start")
        .tag(STAGE, stage)
        .register(registry);
    counter(
        registry,
        "yardmaster.reservations",
        stage,
        "reservations granted to transactions that had restarted often",
        agent,
        a -> a.counter(ValidatorCounter.RESERVATIONS));
    counter(
        registry,
        "yardmaster.reservations.expired",
        stage,
        "reservations that ended because their time was over",
        agent,
        a -> a.counter(ValidatorCounter.RESERVATIONS_EXPIRED));
    counter(
        registry,
        "yardmaster.reservations.waits",
        stage,
        "requests that waited because they write what is reserved for another",
        agent,
        a -> a.counter(ValidatorCounter.PARKED));
    counter(
        registry,
        "yardmaster.scan.parts",
        stage,
        "parts of scans, each within one logical range, that were validated",
        agent,
        a -> a.counter(ValidatorCounter.PREDICATES));
    counter(
        registry,
        "yardmaster.scan.writes",
        stage,
        "writes that were looked at to validate scans",
        agent,
        a -> a.counter(ValidatorCounter.WRITES_EXAMINED));
    gauge(
        registry,
        "yardmaster.ranges",
        stage,
        "logical ranges, when a scan was last validated",
        agent,
        a -> a.counter(ValidatorCounter.RANGES));
    gauge(
        registry,
        "yardmaster.watermark.lag",
        stage,
        "commit versions issued but not yet known to be installed",
        agent,
        a -> a.counter(ValidatorCounter.WATERMARK_LAG));
    busy(registry, stage, agent, a -> a.counter(ValidatorCounter.BUSY_NS));
  }

  private static void repairs(
      MeterRegistry registry, ValidatorAgent agent, String end, ValidatorCounter counter) {
    FunctionCounter.builder("yardmaster.repairs", agent, a -> a.counter(counter))
        .description("stale transactions to be run again at the final validation, by how it ended")
        .tag(STAGE, agent.roleName())
        .tag("end", end)
        .register(registry);
  }

  private static void closed(
      MeterRegistry registry, ValidatorAgent agent, String reason, ValidatorCounter counter) {
    FunctionCounter.builder("yardmaster.batches.closed", agent, a -> a.counter(counter))
        .description("batches, by what closed them")
        .tag(STAGE, agent.roleName())
        .tag("reason", reason)
        .register(registry);
  }

  private static <T> void counter(
      MeterRegistry registry,
      String name,
      String stage,
      String description,
      T source,
      ToDoubleFunction<T> value) {
    FunctionCounter.builder(name, source, value)
        .description(description)
        .tag(STAGE, stage)
        .register(registry);
  }

  private static <T> void gauge(
      MeterRegistry registry,
      String name,
      String stage,
      String description,
      T source,
      ToDoubleFunction<T> value) {
    Gauge.builder(name, source, value)
        .description(description)
        .tag(STAGE, stage)
        .register(registry);
  }

  private static <T> void busy(
      MeterRegistry registry, String stage, T source, ToDoubleFunction<T> busyNs) {
    TimeGauge.builder("yardmaster.stage.busy", source, TimeUnit.NANOSECONDS, busyNs)
        .description("time spent at work since the start")
        .tag(STAGE, stage)
        .register(registry);
  }
}
