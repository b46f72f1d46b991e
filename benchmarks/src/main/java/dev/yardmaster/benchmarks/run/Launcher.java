package dev.yardmaster.benchmarks.run;

import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.PipelineConfig;

/** Starts a fresh service to measure. */
@FunctionalInterface
public interface Launcher {

  /**
   * Starts a service; the caller closes it.
   *
   * @param history records the commits; null to record nothing
   */
  MeasuredService launch(PipelineConfig config, HistoryLog history);
}
