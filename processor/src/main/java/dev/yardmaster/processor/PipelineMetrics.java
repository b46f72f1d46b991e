package dev.yardmaster.processor;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.processor.coordinator.PipelineProcedure;
import dev.yardmaster.processor.coordinator.Processor;
import dev.yardmaster.processor.coordinator.ProcessorCounter;
import dev.yardmaster.processor.coordinator.RepairRecord;
import dev.yardmaster.processor.tuning.CurrentTuning;
import dev.yardmaster.processor.tuning.Tuner;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.service.DataLimit;
import dev.yardmaster.storage.log.backup.Archiver;
import dev.yardmaster.storage.metrics.DataMeters;
import dev.yardmaster.storage.metrics.LogMeters;
import dev.yardmaster.storage.metrics.Meters;
import dev.yardmaster.storage.metrics.ServiceMeter;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.worker.StorageCounter;
import dev.yardmaster.storage.worker.StorageWorker;
import dev.yardmaster.validator.ValidatedTransaction.Rerun;
import dev.yardmaster.validator.Validator;
import dev.yardmaster.validator.ValidatorAgent;
import dev.yardmaster.validator.ValidatorCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.agrona.concurrent.Agent;

/**
 * Registers a pipeline's counters as Micrometer meters, whose names begin with {@code yardmaster.}.
 * The agents only increment counters; this class computes a meter's value when a registry reads the
 * meter.
 */
final class PipelineMetrics implements MeterBinder {

  private final PipelineAgents agents;

  PipelineMetrics(PipelineAgents agents) {
    this.agents = agents;
  }

  private static <T extends Agent> Meters<T> ofStage(MeterRegistry registry, T agent) {
    return new Meters<>(registry, agent, Tags.of("stage", agent.roleName()));
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    new Meters<>(registry, agents.validator(), Tags.empty())
        .gauge(
            "yardmaster.batch.size",
            "mean number of requests in a batch of the validator since the start; 0 without"
                + " batching",
            PipelineMetrics::meanBatchSize);
    DataMeters.bind(registry, agents.storage().dataLimit(), DataLimit::bytes, DataLimit::maxBytes);
    bindSnapshots(new Meters<>(registry, agents.storage(), Tags.empty()));
    bindTuning(new Meters<>(registry, agents.tuning(), Tags.empty()));
    if (agents.tuner() != null) {
      bindTuner(new Meters<>(registry, agents.tuner(), Tags.empty()));
    }
    agents.processors().forEach(processor -> bindProcessor(ofStage(registry, processor)));
    agents.storage().workers().forEach(worker -> bindStorage(ofStage(registry, worker)));
    agents.validator().agents().forEach(agent -> bindValidator(ofStage(registry, agent)));
    if (agents.stored().data() != null) {
      LogMeters.bind(
          registry,
          agents,
          parts -> parts.stored().data().log().size(),
          parts -> parts.log().checkpointer().figures());
    }
    if (agents.stored().table() != null) {
      new Meters<>(registry, agents.stored().table(), Tags.empty())
          .counter(
              "yardmaster.table.failed.calls",
              "calls of the table's database that got no answer within their timeout; 0 on disk",
              DiskTable::failedCalls);
    }
    if (agents.log() != null && agents.log().archiver() != null) {
      bindArchive(new Meters<>(registry, agents.log().archiver(), Tags.empty()));
    }
  }

  private static void bindSnapshots(Meters<StorageStage> meters) {
    meters.gauge(
        "yardmaster.snapshots.open",
        "read-only snapshots that are open",
        storage -> storage.snapshots().openCount());
    meters.bytes(
        "yardmaster.snapshots.kept",
        "memory of replaced values that are kept for snapshots",
        StorageStage::keptBytes);
    meters.counter(
        "yardmaster.snapshots.expired",
        "snapshots that have ended at their timeout or at the limit of memory",
        storage -> storage.snapshots().expired());
  }

  private static void bindTuning(Meters<CurrentTuning> meters) {
    meters.gauge(
        "yardmaster.tuning.batch.size",
        "current maximum number of requests in a batch",
        CurrentTuning::batchSize);
    meters.time(
        "yardmaster.tuning.batch.age",
        "current maximum time that the oldest request of a batch waits until the batch closes",
        CurrentTuning::maxBatchAgeNs);
    bindSwitch(meters, "storage_reordering", CurrentTuning::storageReordering);
    bindSwitch(meters, "validator_reordering", CurrentTuning::validatorReordering);
    bindSwitch(meters, "repair", CurrentTuning::repair);
    for (Solver solver : Solver.values()) {
      meters.gauge(
          "yardmaster.tuning.solver",
          "1 for the feedback vertex set algorithm in use, otherwise 0",
          tuning -> tuning.solver() == solver ? 1 : 0,
          "solver",
          solver.optionName());
    }
  }

  private static void bindSwitch(
      Meters<CurrentTuning> meters, String what, Predicate<CurrentTuning> isOn) {
    meters.gauge(
        "yardmaster.tuning.on",
        "1 if the feature is switched on, otherwise 0; a trial may switch the feature for a"
            + " short time",
        tuning -> isOn.test(tuning) ? 1 : 0,
        "what",
        what);
  }

  private static void bindTuner(Meters<Tuner> meters) {
    meters.gauge(
        "yardmaster.edge.density",
        "share of pairs of first attempts in which one attempt reads a key that the other"
            + " attempt writes",
        Tuner::density);
    meters.gauge(
        "yardmaster.requests.rate",
        "requests that reach the validator in a second",
        Tuner::requestsPerSecond);
    meters.counter(
        "yardmaster.tuning.trials", "trials that compare one setting with another", Tuner::trials);
    meters.counter(
        "yardmaster.tuning.changes", "trials after which the setting was changed", Tuner::changes);
    meters.counter(
        "yardmaster.tuning.shifts",
        "number of times that the density of conflicts had changed much",
        Tuner::shifts);
  }

  private static void bindArchive(Meters<Archiver> meters) {
    meters.counter("yardmaster.archived", "files copied to the archive", Archiver::archived);
    meters.counter(
        "yardmaster.archive.failed",
        "failed attempts to copy a file to the archive, for example because its disk is full",
        Archiver::failures);
  }

  /** Registers the meters for the repairs of one procedure. */
  static void bindProcedure(MeterRegistry registry, PipelineProcedure procedure) {
    Meters<RepairRecord> meters =
        new Meters<>(registry, procedure.repairs(), Tags.of("procedure", procedure.name()));
    for (Rerun end : Rerun.values()) {
      meters.counter(
          "yardmaster.procedure.repairs",
          "runs of the procedure at the final validation, by result",
          record -> record.ended(end),
          "end",
          end.name().toLowerCase(Locale.ROOT));
    }
    meters.counter(
        "yardmaster.procedure.suspensions",
        "number of times that the procedure was suspended from repair",
        RepairRecord::suspensions);
  }

  private static double meanBatchSize(Validator validator) {
    long batches =
        validator.counter(ValidatorCounter.CLOSED_FULL)
            + validator.counter(ValidatorCounter.CLOSED_IDLE)
            + validator.counter(ValidatorCounter.CLOSED_AGE);
    return batches == 0 ? 0 : (double) validator.counter(ValidatorCounter.REQUESTS) / batches;
  }

  private static void bindProcessor(Meters<Processor> meters) {
    for (ProcessorCounter shown : ProcessorCounter.values()) {
      ToDoubleFunction<Processor> value = processor -> processor.counters().get(shown);
      if (shown.isLevel()) {
        meters.gauge(shown.meter(), shown.description(), value);
      } else if (shown.meter() != null) {
        meters.counter(shown.meter(), shown.description(), value);
      }
    }
    meters.counter(ServiceMeter.OVERLOADED, processor -> processor.submissions().refused());
    meters.gauge(ServiceMeter.QUEUE_DEPTH, processor -> processor.submissions().size());
    for (AbortCause cause : AbortCause.values()) {
      meters.counter(
          ServiceMeter.ABORTS,
          processor -> processor.counters().aborts(cause),
          "cause",
          cause.name().toLowerCase(Locale.ROOT));
    }
  }

  private static void bindStorage(Meters<StorageWorker> meters) {
    meters.gauge(ServiceMeter.QUEUE_DEPTH, StorageWorker::queueDepth);
    meters.counter(
        "yardmaster.batches", "batches taken", worker -> worker.counter(StorageCounter.BATCHES));
    meters.counter(
        "yardmaster.requests", "requests taken", worker -> worker.counter(StorageCounter.REQUESTS));
    meters.counter(
        "yardmaster.requests.missed",
        "requests for which the disk was read, because memory lacked a key",
        worker -> worker.counter(StorageCounter.MISSES));
    meters.time(
        ValidatorCounter.BUSY_NS.meter(),
        ValidatorCounter.BUSY_NS.description(),
        worker -> worker.counter(StorageCounter.BUSY_NS));
  }

  private static void bindValidator(Meters<ValidatorAgent> meters) {
    meters.gauge(ServiceMeter.QUEUE_DEPTH, ValidatorAgent::queueDepth);
    for (ValidatorCounter shown : ValidatorCounter.values()) {
      ToDoubleFunction<ValidatorAgent> value = agent -> agent.counter(shown);
      switch (shown.shown()) {
        case TOTAL -> meters.counter(shown.meter(), shown.description(), value, shown.tag());
        case LEVEL -> meters.gauge(shown.meter(), shown.description(), value);
        case TIME -> meters.time(shown.meter(), shown.description(), value);
        case NEVER -> {}
      }
    }
  }
}
