package dev.yardmaster.benchmarks.run;

import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One side of a comparison: a mode, optionally with its own solver, policy or batch size, and with
 * features that are switched on only for this side. The label has the form {@link #FORM}, as in
 * {@code srvc/sort:rdeg@300+repair}. The mode {@code full} is {@code srvc} with the features
 * repair, adaptive and bounded. The mode {@code auto} is {@code full} with a pipeline that tunes
 * itself.
 *
 * @param label the text that names the side
 * @param reorderWorkers number of agents that reorder batches; empty if the side uses the shared
 *     setting
 * @param threads the assignment of agents to threads; empty if the side uses the shared setting
 * @param repair true to repair transactions with stale reads; false to use the shared setting
 * @param adaptive whether the window adapts and transactions wait in the queues of hot keys
 * @param bounded whether the number of a transaction's attempts is bounded
 * @param tuned whether the pipeline tunes itself
 * @param durability whether commits are written to disk, and if so, whether before or after the
 *     acknowledgement
 * @param diskMib the memory of a side whose data are on disk, in MiB; empty if the data are in
 *     memory
 * @param withoutReports true to switch conflict reports off; false to use the shared setting
 * @param recorded true to record the history even if it is not checked, to show the cost of
 *     recording
 */
public record PipelineSide(
    String label,
    PipelineMode mode,
    Optional<Solver> solver,
    Optional<Policy> policy,
    OptionalInt batchSize,
    OptionalInt reorderWorkers,
    Optional<ThreadLayout> threads,
    boolean repair,
    boolean adaptive,
    boolean bounded,
    boolean tuned,
    Durability.Mode durability,
    OptionalInt diskMib,
    boolean withoutReports,
    boolean recorded) {

  /** The largest batch that a side can have. */
  public static final int MAX_BATCH_SIZE = 4096;

  /** The largest number of reorder workers that a side can have. */
  public static final int MAX_REORDER_WORKERS = 256;

  /** The largest memory of a side whose data are on disk, in MiB. */
  public static final int MAX_DISK_MIB = 1 << 18;

  /** The form of a label. */
  public static final String FORM =
      "mode[/solver][:policy][@batch][+wN][+shared|+split|+spread|+dedicated][+repair][+adaptive]"
          + "[+bounded][+sync|+async][+diskN][+noreports][+recorded]";

  /**
   * The upper bound of the transactions that wait in the queue of a hot key on an adaptive side.
   */
  static final int HOT_KEY_WAITING = 256;

  /** The upper bound of a transaction's attempts on a bounded side. */
  static final int ATTEMPT_BOUND = 8;

  private static final String FULL = "full";
  private static final String AUTO = "auto";

  private static final Pattern PATTERN =
      Pattern.compile(
          "([^/:@+]+)(?:/([^/:@+]+))?(?::([^/:@+]+))?(?:@([^/:@+]+))?(?:\\+w([0-9]+))?(?:\\+(shared|split|spread|dedicated))?(\\+repair)?(\\+adaptive)?(\\+bounded)?(\\+sync|\\+async)?(?:\\+disk([0-9]+))?(\\+noreports)?(\\+recorded)?");

  /**
   * Returns the side that a label names.
   *
   * @throws IllegalArgumentException if the label is wrong; the message names the wrong part and
   *     the allowed values
   */
  public static PipelineSide parse(String label) {
    Matcher form = PATTERN.matcher(label);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'" + label + "' is not a side: write " + FORM + ", in this order");
    }
    boolean tuned = form.group(1).equals(AUTO);
    boolean full = tuned || form.group(1).equals(FULL);
    if (full && (form.group(7) != null || form.group(8) != null || form.group(9) != null)) {
      throw new IllegalArgumentException(
          "'"
              + label
              + "' repeats a feature: "
              + form.group(1)
              + " has +repair, +adaptive and +bounded already");
    }
    if (form.group(11) != null && form.group(10) == null) {
      throw new IllegalArgumentException("'" + label + "' has +disk without +sync or +async");
    }
    return new PipelineSide(
        label,
        full ? PipelineMode.SRVC : mode(form.group(1)),
        form.group(2) == null ? Optional.empty() : Optional.of(solver(form.group(2))),
        form.group(3) == null ? Optional.empty() : Optional.of(policy(form.group(3))),
        form.group(4) == null ? OptionalInt.empty() : OptionalInt.of(batchSize(form.group(4))),
        form.group(5) == null ? OptionalInt.empty() : OptionalInt.of(workers(form.group(5))),
        Optional.ofNullable(form.group(6))
            .map(layout -> ThreadLayout.valueOf(layout.toUpperCase(Locale.ROOT))),
        full || form.group(7) != null,
        full || form.group(8) != null,
        full || form.group(9) != null,
        tuned,
        durability(form.group(10)),
        form.group(11) == null ? OptionalInt.empty() : OptionalInt.of(mebibytes(form.group(11))),
        form.group(12) != null,
        form.group(13) != null);
  }

  /** Returns the shared settings, in which this side's own settings replace some values. */
  public PipelineConfig configure(PipelineConfig common) {
    return common.toBuilder()
        .mode(mode)
        .solver(solver.orElse(common.solver()))
        .policy(policy.orElse(common.policy()))
        .batchSize(batchSize.orElse(common.batchSize()))
        .reorderWorkers(reorderWorkers.orElse(common.reorderWorkers()))
        .threads(threads.orElse(common.threads()))
        .repair(common.repair() || repair)
        .window(adaptive ? Window.ADAPTIVE : common.window())
        .hotKeyWaiting(adaptive ? HOT_KEY_WAITING : common.hotKeyWaiting())
        .attemptBound(bounded ? ATTEMPT_BOUND : common.attemptBound())
        .tuned(common.tuned() || tuned)
        .conflictReports(common.conflictReports() && !withoutReports)
        .build();
  }

  /** Returns the settings of a durable side with a data directory. */
  public PipelineConfig configure(PipelineConfig common, Path directory) {
    Durability lengths = common.durability();
    PipelineConfig.Builder configured = configure(common).toBuilder();
    diskMib.ifPresent(
        mebibytes -> configured.storage(Storage.DISK).maxDataBytes((long) mebibytes << 20));
    return configured
        .durability(
            new Durability(
                durability,
                directory,
                lengths.lossMs(),
                lengths.segmentBytes(),
                lengths.checkpointBytes()))
        .build();
  }

  /** Returns whether the side uses a data directory. */
  public boolean isDurable() {
    return durability != Durability.Mode.MEMORY;
  }

  private static Durability.Mode durability(String suffix) {
    if (suffix == null) {
      return Durability.Mode.MEMORY;
    }
    return suffix.equals("+sync") ? Durability.Mode.SYNC : Durability.Mode.ASYNC;
  }

  private static PipelineMode mode(String text) {
    return Arrays.stream(PipelineMode.values())
        .filter(mode -> mode.label().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + text
                        + "' is not a mode: "
                        + String.join(
                            ", ",
                            Arrays.stream(PipelineMode.values()).map(PipelineMode::label).toList())
                        + ", "
                        + FULL
                        + ", "
                        + AUTO));
  }

  private static Solver solver(String text) {
    try {
      return Solver.of(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a solver: "
              + String.join(", ", Arrays.stream(Solver.values()).map(Solver::optionName).toList()),
          e);
    }
  }

  private static Policy policy(String text) {
    try {
      return Policy.of(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a policy: mc, "
              + String.join(", ", Arrays.stream(Policy.values()).map(Policy::optionName).toList()),
          e);
    }
  }

  private static int batchSize(String text) {
    if (text.matches("[0-9]{1,4}")) {
      int size = Integer.parseInt(text);
      if (size >= 1 && size <= MAX_BATCH_SIZE) {
        return size;
      }
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT, "'%s' is not a batch size: 1 to %,d transactions", text, MAX_BATCH_SIZE));
  }

  private static int mebibytes(String text) {
    if (text.matches("[0-9]{1,6}")) {
      int size = Integer.parseInt(text);
      if (size >= 1 && size <= MAX_DISK_MIB) {
        return size;
      }
    }
    throw new IllegalArgumentException(
        String.format(Locale.ROOT, "'+disk%s' is not a memory: 1 to %,d MiB", text, MAX_DISK_MIB));
  }

  private static int workers(String text) {
    if (text.matches("[0-9]{1,3}")) {
      int workers = Integer.parseInt(text);
      if (workers >= 1 && workers <= MAX_REORDER_WORKERS) {
        return workers;
      }
    }
    throw new IllegalArgumentException(
        "'+w" + text + "' is not a number of reorder workers: 1 to " + MAX_REORDER_WORKERS);
  }
}
