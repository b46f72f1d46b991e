package dev.yardmaster.benchmarks.run;

import dev.yardmaster.benchmarks.load.OpenLoad;
import dev.yardmaster.processor.PipelineConfig;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Lists the settings of a run by the names of their options, for reports and files. */
public final class PipelineRunSettings {

  private static final double NS_PER_SECOND = 1e9;
  private static final long NS_PER_US = 1_000;

  private PipelineRunSettings() {}

  /**
   * Returns the settings that all sides share, without the settings that a side's label can
   * override.
   */
  public static Map<String, Object> of(Experiment experiment) {
    return of(experiment, experiment.pipeline());
  }

  /** Returns the settings that only the given side has. */
  static Map<String, Object> of(Experiment experiment, PipelineSide side) {
    Map<String, Object> settings = of(experiment, side.configure(experiment.pipeline()));
    settings.put("durability", side.durability().name().toLowerCase(Locale.ROOT));
    return settings;
  }

  private static Map<String, Object> of(Experiment experiment, PipelineConfig config) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("workload", experiment.workload().name());
    settings.put("data", experiment.workload().description());
    settings.put("skew", experiment.skew());
    settings.put("logic", experiment.logic().label());
    settings.put("seed", config.seed());
    settings.put("concurrency", config.concurrency());
    settings.put("clients", experiment.clients());
    settings.put("batch", config.batchSize());
    settings.put("hopUs", config.hopNs() / NS_PER_US);
    settings.put("window", config.window().label());
    settings.put("hotKeyWaiting", config.hotKeyWaiting());
    settings.put("tuned", config.tuned());
    settings.put("repair", config.repair());
    settings.put("attemptBound", config.attemptBound());
    settings.put("policy", config.policy().optionName());
    settings.put("solver", config.solver().optionName());
    settings.put("multiFactor", config.multiFactor());
    settings.put("budgetNodes", config.nodeBudget());
    settings.put("threads", config.threads().name().toLowerCase(Locale.ROOT));
    PipelineConfig here = config.onCores(Runtime.getRuntime().availableProcessors());
    settings.put("processors", here.processors());
    settings.put("storageWorkers", here.storageWorkers());
    settings.put("reorderWorkers", here.reorderWorkers());
    settings.put("conflictReports", config.conflictReports());
    settings.put("warmupSeconds", experiment.warmUpNs() / NS_PER_SECOND);
    settings.put("seconds", experiment.recordedNs() / NS_PER_SECOND);
    settings.put("repeats", experiment.repeats());
    experiment.openLoad().ifPresent(load -> put(settings, load));
    settings.put("historiesChecked", experiment.histories().isPresent());
    return settings;
  }

  /** Adds the settings of an open loop. */
  public static void put(Map<String, Object> settings, OpenLoad load) {
    settings.put("rate", load.ratePerSecond());
    settings.put("arrivals", load.arrivals().label());
    settings.put("maxOutstanding", load.maxOutstanding());
  }
}
