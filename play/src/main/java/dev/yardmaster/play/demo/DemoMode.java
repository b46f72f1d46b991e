package dev.yardmaster.play.demo;

import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.processor.Window;

/** The modes of the demonstration, with the names that the benchmarks use. */
enum DemoMode {
  /** The pipeline neither batches nor reorders nor repairs. */
  BASE("base", "checks each transaction alone, and aborts it if a value that it read has changed"),
  /** The pipeline reorders at storage and at the validator. */
  SRVC("srvc", "batches, and orders the readers of the hot key before its writers"),
  /** The pipeline reorders, repairs, and adapts the admission window. */
  FULL("full", "also repairs: runs a stale transaction again in its place instead of aborting it");

  private final String label;
  private final String description;

  DemoMode(String label, String description) {
    this.label = label;
    this.description = description;
  }

  String label() {
    return label;
  }

  /** Returns the description of this mode, as the predicate of a sentence about the pipeline. */
  String description() {
    return description;
  }

  /**
   * Returns the settings of a pipeline in this mode.
   *
   * @param concurrency the maximum number of transactions in flight
   */
  PipelineConfig config(int concurrency) {
    PipelineConfig.Builder config = PipelineConfig.builder().concurrency(concurrency).tuned(false);
    if (this == FULL) {
      return config.build();
    }
    return config
        .mode(this == BASE ? PipelineMode.BASE : PipelineMode.SRVC)
        .repair(false)
        .window(Window.OPEN)
        .hotKeyWaiting(0)
        .attemptBound(0)
        .build();
  }
}
