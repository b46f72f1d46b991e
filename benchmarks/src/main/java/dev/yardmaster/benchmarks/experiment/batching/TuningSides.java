package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.run.Side;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings that a pipeline which sets itself is compared with: what was best or nearly so
 * somewhere, and what has a name. A window follows the side, behind a comma; adaptive ones let
 * transactions wait for each other at hot keys, as the service does.
 */
final class TuningSides {

  static final String TUNED = "tuned";
  static final String DEFAULT = "full";

  private static final int HOT_KEY_WAITING = 256;
  private static final int ATTEMPT_BOUND = 8;

  /** For logic that cannot be repaired. */
  private static final List<String> UNREPAIRED =
      List.of(
          "base,open",
          "base,adaptive",
          "base@100,adaptive",
          "sr,open",
          "sr,adaptive",
          "sr@10,adaptive",
          "sr@10,fixed:30",
          "sr@100,adaptive",
          "vc,adaptive",
          "srvc,open",
          "srvc@10,adaptive");

  /** For procedures. */
  private static final List<String> REPAIRED =
      List.of(
          "base,open",
          "sr,adaptive",
          "sr@10,fixed:30",
          "base+repair,open",
          "base+repair,adaptive",
          "base@100+repair,adaptive",
          "sr+repair,open",
          "sr+repair,adaptive",
          "sr@10+repair,adaptive",
          "sr@100+repair,adaptive",
          "srvc@10+repair,adaptive");

  private TuningSides() {}

  /** The fixed settings by name, for procedures or for other logic; the default comes last. */
  static Map<String, PipelineConfig> fixed(boolean repair) {
    Map<String, PipelineConfig> sides = new LinkedHashMap<>();
    (repair ? REPAIRED : UNREPAIRED).forEach(side -> sides.put(side, config(side)));
    sides.put(DEFAULT, full(repair).build());
    return sides;
  }

  /** The same, with what sets itself before them. */
  static Map<String, PipelineConfig> all(boolean repair) {
    Map<String, PipelineConfig> sides = new LinkedHashMap<>();
    sides.put(TUNED, full(repair).tuned(true).build());
    sides.putAll(fixed(repair));
    return sides;
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
    return Side.parse(parts[0])
        .configure(
            common()
                .window(window)
                .hotKeyWaiting(window.kind() == Window.Kind.ADAPTIVE ? HOT_KEY_WAITING : 0)
                .build());
  }
}
