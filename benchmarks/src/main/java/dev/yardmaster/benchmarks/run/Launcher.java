package dev.yardmaster.benchmarks.run;

import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.PipelineConfig;

/** Starts the fresh service that a round measures. */
@FunctionalInterface
public interface Launcher {

  /**
   * Starts a service, which the caller closes.
   *
   * @param history receives the commits; null if no history is recorded
   */
  MeasuredService launch(PipelineConfig config, HistoryLog history);
}
