package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineCounters;
import java.util.function.Supplier;

/**
 * A running service and what it counts.
 *
 * @param counters gives a snapshot; called by a thread that is not the service's
 */
public record Launched(TransactionService service, Supplier<PipelineCounters> counters) {

  /** The embedded pipeline. */
  public static Launched pipeline(PipelineConfig config) {
    Pipeline pipeline = Pipeline.start(config);
    return new Launched(pipeline, pipeline::counters);
  }
}
