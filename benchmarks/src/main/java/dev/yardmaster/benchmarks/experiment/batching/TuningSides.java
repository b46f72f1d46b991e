package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings with which a self-tuning pipeline is compared. These are the named modes, and the
 * settings that were best or nearly best for at least one load. A setting's name consists of the
 * name of a side, a comma and the window, for example {@code sr@10,fixed:30}. If the window is
 * adaptive, transactions wait in queues of hot keys, as in the service.
 */
final class TuningSides {

  static final String TUNED = "tuned";
  static final String DEFAULT = "full";

  private static final int HOT_KEY_WAITING = 256;
  private static final int ATTEMPT_BOUND = 8;

  /** The settings for logic that cannot be repaired, with all values fixed. */
  private static final List<String> UNREPAIRED =
      List.of(
          "base,open",
          "sr,open",
          "sr,fixed:30",
          "sr@10,fixed:30",
          "sr@10,fixed:15",
          "sr@100,fixed:100",
          "vc,fixed:30",
          "srvc,open",
          "srvc@10,fixed:30");

  /** The settings for logic that cannot be repaired, with adaptive windows. */
  private static final List<String> UNREPAIRED_PARTLY =
      List.of("base,adaptive", "sr,adaptive", "sr@10,adaptive", "srvc@10,adaptive", DEFAULT);

  /** The settings for procedures, with all values fixed. */
  private static final List<String> REPAIRED =
      List.of(
          "base,open",
          "base+repair,open",
          "sr,open",
          "sr+repair,open",
          "sr+repair,fixed:30",
          "sr@10+repair,fixed:30",
          "sr@100+repair,fixed:100",
          "srvc+repair,open",
          "srvc+repair,fixed:30");

  private static final List<String> REPAIRED_PARTLY =
      List.of("base+repair,adaptive", "sr+repair,adaptive", "sr@10+repair,adaptive", DEFAULT);

  private TuningSides() {}

  /** Returns the settings with all values fixed, for procedures or for other logic. */
  static List<String> fixed(boolean repair) {
    return repair ? REPAIRED : UNREPAIRED;
  }

  /** Returns the settings in which only the window and the queues of hot keys adapt. */
  static List<String> partly(boolean repair) {
    return repair ? REPAIRED_PARTLY : UNREPAIRED_PARTLY;
  }

  /** Returns all settings by name, with the self-tuning setting first. */
  static Map<String, PipelineConfig> all(boolean repair) {
    Map<String, PipelineConfig> sides = new LinkedHashMap<>();
    sides.put(TUNED, full(repair).tuned(true).build());
    fixed(repair).forEach(side -> sides.put(side, config(side)));
    partly(repair)
        .forEach(
            side -> sides.put(side, side.equals(DEFAULT) ? full(repair).build() : config(side)));
    return sides;
  }

  /**
   * Returns the self-tuning setting and the settings with all values fixed, for procedures on two
   * threads, by name.
   */
  static Map<String, PipelineConfig> fixedOnTwoThreads() {
    Map<String, PipelineConfig> sides = all(true);
    sides.keySet().removeAll(partly(true));
    sides.replaceAll((side, config) -> config.toBuilder().threads(ThreadLayout.SPLIT).build());
    return sides;
  }

  /** Returns only the settings with all values fixed. */
  static List<PipelineConfig> fixedSettings(boolean repair) {
    return fixed(repair).stream().map(TuningSides::config).toList();
  }

  private static PipelineConfig.Builder common() {
    return PipelineConfig.builder()
        .threads(ThreadLayout.SHARED)
        .repair(false)
        .attemptBound(ATTEMPT_BOUND)
        .tuned(false);
  }

  private static PipelineConfig.Builder full(boolean repair) {
    return common().repair(repair).window(Window.ADAPTIVE).hotKeyWaiting(HOT_KEY_WAITING);
  }

  private static PipelineConfig config(String name) {
    String[] parts = name.split(",", 2);
    Window window = Window.of(parts[1]);
    return PipelineSide.parse(parts[0])
        .configure(
            common()
                .window(window)
                .hotKeyWaiting(window.kind() == Window.Kind.ADAPTIVE ? HOT_KEY_WAITING : 0)
                .build());
  }
}
