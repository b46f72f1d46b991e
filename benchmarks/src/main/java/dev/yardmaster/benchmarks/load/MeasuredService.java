package dev.yardmaster.benchmarks.load;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineCounters;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A running service and its counters.
 *
 * @param counters takes a snapshot of the counters; the caller is a thread that does not belong to
 *     the service
 * @param cpuNs returns the processor time of the service's own threads so far, in ns; the caller is
 *     the thread that calls {@code counters}
 */
public record MeasuredService(
    TransactionService service, Supplier<PipelineCounters> counters, LongSupplier cpuNs) {

  private static final PipelineCounters NOTHING =
      new PipelineCounters(
          0, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** Returns a service in another process, whose counters are not read. */
  public static MeasuredService remote(TransactionService service) {
    return new MeasuredService(service, () -> NOTHING, () -> 0);
  }

  /** Returns a running embedded pipeline; see {@code run.Launcher}. */
  public static MeasuredService pipeline(PipelineConfig config, HistoryLog history) {
    Set<Long> others = CpuTime.threads();
    Pipeline pipeline = history == null ? Pipeline.start(config) : Pipeline.start(config, history);
    return new MeasuredService(pipeline, pipeline::counters, CpuTime.ofThreadsSince(others));
  }
}
