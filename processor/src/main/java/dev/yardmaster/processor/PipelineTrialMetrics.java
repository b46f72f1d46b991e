package dev.yardmaster.processor;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.processor.coordinator.Processor;
import dev.yardmaster.processor.coordinator.ProcessorCounter;
import dev.yardmaster.processor.coordinator.ProcessorCounters;
import dev.yardmaster.processor.tuning.ValidatorTrialMetrics;
import dev.yardmaster.validator.Validator;
import dev.yardmaster.validator.ValidatorAgent;
import dev.yardmaster.validator.ValidatorCounter;
import java.util.List;
import java.util.function.ToLongFunction;

/** Provides the agents' counters to the tuner. */
record PipelineTrialMetrics(List<Processor> processors, Validator validator)
    implements ValidatorTrialMetrics {

  private static final List<AbortCause> CONFLICTS =
      List.of(
          AbortCause.VICTIM,
          AbortCause.PRE_VALIDATION,
          AbortCause.VALIDATION,
          AbortCause.RANGE,
          AbortCause.TRUNCATED);

  private long sum(ToLongFunction<ProcessorCounters> counter) {
    long sum = 0;
    for (int i = 0; i < processors.size(); i++) {
      sum += counter.applyAsLong(processors.get(i).counters());
    }
    return sum;
  }

  @Override
  public long completed() {
    return sum(counters -> counters.get(ProcessorCounter.COMPLETED));
  }

  @Override
  public long fullCycles() {
    return sum(counters -> counters.get(ProcessorCounter.FULL_CYCLES));
  }

  @Override
  public long inFlight() {
    return sum(counters -> counters.get(ProcessorCounter.IN_FLIGHT));
  }

  @Override
  public int preparers() {
    return validator.preparers();
  }

  @Override
  public long requests() {
    return validator.counter(ValidatorCounter.REQUESTS);
  }

  @Override
  public long stale() {
    return validator.counter(ValidatorCounter.REPAIRED) + sum(PipelineTrialMetrics::conflicts);
  }

  private static long conflicts(ProcessorCounters counters) {
    long sum = 0;
    for (int i = 0; i < CONFLICTS.size(); i++) {
      sum += counters.aborts(CONFLICTS.get(i));
    }
    return sum;
  }

  @Override
  public long probes() {
    return validator.counter(ValidatorCounter.PROBES);
  }

  @Override
  public long edgesProbed() {
    return validator.counter(ValidatorCounter.EDGES_PROBED);
  }

  @Override
  public long reorderBusyNs() {
    return validator.busyNs(ValidatorAgent.Stage.REORDERER);
  }
}
