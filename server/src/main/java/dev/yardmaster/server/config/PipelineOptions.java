package dev.yardmaster.server.config;

import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.processor.PipelineNumbers;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.service.ServiceNumbers;
import dev.yardmaster.storage.log.LogNumbers;
import java.time.Duration;
import java.util.List;

/**
 * The settings of the server's pipeline, which are part of {@link ServerOptions}. The definitions
 * come from the pipeline.
 */
public final class PipelineOptions {

  static final OptionTable TABLE = new OptionTable();
  private static final PipelineConfig DEFAULTS = PipelineConfig.defaults();

  /** The parts of the pipeline that batch and reorder. */
  public static final ConfigOption<PipelineMode> MODE =
      pipeline(
          "mode",
          OptionTypes.choice(List.of(PipelineMode.values()), PipelineMode::label),
          DEFAULTS.mode(),
          "Where the pipeline batches and reorders; srvc is at storage and at the validator.");

  /** Whether the pipeline tunes itself. */
  public static final ConfigOption<Boolean> TUNED =
      pipeline(
          "tuned",
          OptionTypes.yesNo(),
          DEFAULTS.tuned(),
          "Whether the pipeline tunes its batch size by measurement, and switches off reordering,"
              + " repair or the solver where they do not pay.");

  /** Whether procedures with stale reads are run again in place. */
  public static final ConfigOption<Boolean> REPAIR =
      pipeline(
          "repair",
          OptionTypes.yesNo(),
          DEFAULTS.repair(),
          "Whether procedures with stale reads are run again in place at the final validation.");

  /** The number of transactions in flight that the pipeline admits at the same time. */
  public static final ConfigOption<Window> WINDOW =
      pipeline(
          "window",
          OptionTypes.parsed(
              Window::of,
              Window::label,
              "open, adaptive or fixed:1 to fixed:" + PipelineNumbers.CONCURRENCY.most()),
          DEFAULTS.window(),
          "The number of transactions in flight that the pipeline admits at the same time.");

  /** The maximum number of transactions that wait for one hot key. */
  public static final ConfigOption<Integer> HOT_KEY_WAITING =
      TABLE.number("pipeline.", PipelineNumbers.HOT_KEY_WAITING);

  /** The maximum number of runs of a transaction. */
  public static final ConfigOption<Integer> ATTEMPT_BOUND =
      TABLE.numberOrZero("pipeline.", PipelineNumbers.ATTEMPT_BOUND);

  /** The longest time for which a reservation lasts. */
  public static final ConfigOption<Duration> RESERVATION =
      TABLE.duration("pipeline.reservation", PipelineNumbers.RESERVATION);

  /** The maximum number of transactions in flight. */
  public static final ConfigOption<Integer> CONCURRENCY =
      TABLE.number("pipeline.", PipelineNumbers.CONCURRENCY);

  /** The maximum number of waiting transactions. */
  public static final ConfigOption<Integer> WAITING_TRANSACTIONS =
      TABLE.number("pipeline.", ServiceNumbers.WAITING_TRANSACTIONS.withDefault(16_384));

  /** The maximum number of requests of a batch. */
  public static final ConfigOption<Integer> BATCH_SIZE =
      TABLE.number("pipeline.", PipelineNumbers.BATCH_SIZE);

  /** The maximum age of a batch. */
  public static final ConfigOption<Duration> MAX_BATCH_AGE =
      TABLE.duration("pipeline.maxBatchAge", PipelineNumbers.MAX_BATCH_AGE);

  /** The way in which agents share threads. */
  public static final ConfigOption<ThreadLayout> THREADS =
      pipeline(
          "threads",
          OptionTypes.choice(ThreadLayout.class),
          DEFAULTS.threads(),
          "Which agents share a thread; auto is shared below 4 cores, otherwise spread.");

  /** The number of processors. */
  public static final ConfigOption<Integer> PROCESSORS =
      TABLE.number("pipeline.", PipelineNumbers.PROCESSORS);

  /** The number of storage workers. */
  public static final ConfigOption<Integer> STORAGE_WORKERS =
      TABLE.number("pipeline.", PipelineNumbers.STORAGE_WORKERS);

  /** The number of preparers. */
  public static final ConfigOption<Integer> PREPARERS =
      TABLE.number("pipeline.", PipelineNumbers.PREPARERS);

  /** The number of reorder workers. */
  public static final ConfigOption<Integer> REORDER_WORKERS =
      TABLE.number("pipeline.", PipelineNumbers.REORDER_WORKERS);

  /** The feedback vertex set algorithm. */
  public static final ConfigOption<Solver> SOLVER =
      pipeline(
          "solver",
          OptionTypes.choice(List.of(Solver.values()), Solver::optionName),
          DEFAULTS.solver(),
          "The feedback vertex set algorithm.");

  /** The policy that chooses the transactions that are aborted first. */
  public static final ConfigOption<Policy> POLICY =
      pipeline(
          "policy",
          OptionTypes.choice(List.of(Policy.values()), Policy::optionName),
          DEFAULTS.policy(),
          "Which transactions the reorderer aborts first.");

  /** The maximum number of rounds of declarations. */
  public static final ConfigOption<Integer> MAX_ROUNDS =
      TABLE.number("pipeline.", ServiceNumbers.MAX_ROUNDS);

  /** Whether an abort reports its conflict. */
  public static final ConfigOption<Boolean> CONFLICT_REPORTS =
      pipeline(
          "conflictReports",
          OptionTypes.yesNo(),
          DEFAULTS.conflictReports(),
          "Whether an abort reports the key and the transaction of its conflict.");

  /** The retention of outcomes. */
  public static final ConfigOption<Duration> OUTCOME_RETENTION =
      TABLE.duration("pipeline.outcomeRetention", ServiceNumbers.OUTCOME_RETENTION);

  /** The maximum number of outcomes. */
  public static final ConfigOption<Integer> MAX_OUTCOMES =
      TABLE.number("pipeline.", ServiceNumbers.MAX_OUTCOMES);

  /** The maximum number of open snapshots. */
  public static final ConfigOption<Integer> MAX_SNAPSHOTS =
      TABLE.number("pipeline.", PipelineNumbers.MAX_SNAPSHOTS);

  /** The maximum memory of the values that are kept for snapshots. */
  public static final ConfigOption<Long> MAX_SNAPSHOT_BYTES =
      TABLE.size("pipeline.", PipelineNumbers.MAX_SNAPSHOT_BYTES);

  /** The length of a log segment. */
  public static final ConfigOption<Long> SEGMENT_BYTES =
      TABLE.size("pipeline.", LogNumbers.SEGMENT_BYTES);

  /** The length of log after which a checkpoint is written. */
  public static final ConfigOption<Long> CHECKPOINT_BYTES =
      TABLE.size("pipeline.", LogNumbers.CHECKPOINT_BYTES);

  private PipelineOptions() {}

  private static <T> ConfigOption<T> pipeline(
      String name, OptionType<T> type, T byDefault, String description) {
    return TABLE.option("pipeline." + name, type, type.format(byDefault), description);
  }
}
