package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.Switch;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.cli.values.WindowWidth;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import picocli.CommandLine.Option;

/** The options for the pipeline's settings that all sides share. */
public final class PipelineOptions {

  private static final long NS_PER_US = 1_000;

  @Option(
      names = "--concurrency",
      paramLabel = "<n>",
      converter = WholeNumber.Concurrency.class,
      defaultValue = "300",
      description = "Outstanding transactions; ${RANGE}.")
  private int concurrency;

  @Option(
      names = "--batch",
      paramLabel = "<n>",
      converter = WholeNumber.Batch.class,
      defaultValue = "40",
      description =
          "Upper bound of the requests in a validator's batch, and of the requests that storage"
              + " serves in a duty cycle; ${RANGE}.")
  private int batch;

  @Option(
      names = "--hop-us",
      paramLabel = "<us>",
      converter = WholeNumber.Microseconds.class,
      defaultValue = "0",
      description =
          "Delay added to each message between two stages, as on a network, in microseconds;"
              + " ${RANGE}.")
  private int hopUs;

  @Option(
      names = "--policy",
      paramLabel = "<name>",
      converter = Choice.PolicyName.class,
      defaultValue = "prod-degree",
      description = "Which transactions become victims first: ${RANGE} (the same as prod-degree).")
  private Policy policy;

  @Option(
      names = "--solver",
      paramLabel = "<name>",
      converter = Choice.SolverName.class,
      defaultValue = "optimal",
      description = "The algorithm that finds the victims of a batch: ${RANGE}.")
  private Solver solver;

  @Option(
      names = "--multi-factor",
      paramLabel = "<k>",
      converter = WholeNumber.MultiFactor.class,
      defaultValue = "2",
      description = "Vertices that the solver sort removes in one step (k); ${RANGE}.")
  private int multiFactor;

  @Option(
      names = "--budget-nodes",
      paramLabel = "<n>",
      converter = WholeNumber.BudgetNodes.class,
      defaultValue = "1000",
      description =
          "Nodes of its search tree that the solver optimal may visit for a batch; ${RANGE}.")
  private int budgetNodes;

  @Option(
      names = "--threads",
      paramLabel = "<layout>",
      converter = Choice.ThreadsName.class,
      defaultValue = "auto",
      description =
          "Which parts of the pipeline share a thread: shared (all parts on one thread), "
              + "split (two threads), spread (a thread for each processor and each storage "
              + "worker, and one or two for the validator), dedicated (a thread for each part), "
              + "auto (shared below 4 cores, otherwise spread).")
  private ThreadLayout threads;

  @Option(
      names = "--processors",
      paramLabel = "<n>",
      converter = WholeNumber.Agents.class,
      defaultValue = "0",
      description = "Transaction coordinators; ${RANGE}. 0: by the number of cores.")
  private int processors;

  @Option(
      names = "--storage-workers",
      paramLabel = "<n>",
      converter = WholeNumber.Agents.class,
      defaultValue = "0",
      description = "Storage shards, each with its worker; ${RANGE}. 0: by the number of cores.")
  private int storageWorkers;

  @Option(
      names = "--reorder-workers",
      paramLabel = "<n>",
      converter = WholeNumber.Agents.class,
      defaultValue = "0",
      description = "Agents that reorder batches; ${RANGE}. 0: one.")
  private int reorderWorkers;

  @Option(
      names = "--conflict-reports",
      paramLabel = "<on|off>",
      converter = Choice.OnOff.class,
      defaultValue = "on",
      description = "Whether aborts name the key and the conflicting transaction: on or off.")
  private Switch conflictReports;

  @Option(
      names = "--repair",
      paramLabel = "<on|off>",
      converter = Choice.OnOff.class,
      defaultValue = "off",
      description =
          "Whether the final validation runs a procedure with stale reads again at its place: on"
              + " or off.")
  private Switch repair;

  @Option(
      names = "--window",
      paramLabel = "<width>",
      converter = WindowWidth.class,
      defaultValue = "open",
      description =
          "How many outstanding transactions the pipeline admits at the same time: open (all of"
              + " them), fixed:N with N from ${RANGE}, or adaptive (the number that gives the most"
              + " commits).")
  private Window window;

  @Option(
      names = "--hot-key-waiting",
      paramLabel = "<n>",
      converter = WholeNumber.HotKeyWaiting.class,
      defaultValue = "0",
      description =
          "Upper bound of the transactions that wait in the queue of one hot key; with 0 none waits;"
              + " ${RANGE}.")
  private int hotKeyWaiting;

  @Option(
      names = "--attempt-bound",
      paramLabel = "<n>",
      converter = WholeNumber.AttemptBound.class,
      defaultValue = "0",
      description =
          "Upper bound of a transaction's attempts; its keys are reserved for the later attempts;"
              + " ${RANGE}, or 0 for no bound.")
  private int attemptBound;

  public int concurrency() {
    return concurrency;
  }

  public PipelineConfig config(long seed) {
    return PipelineConfig.builder()
        .concurrency(concurrency)
        .batchSize(batch)
        .hopNs(hopUs * NS_PER_US)
        .policy(policy)
        .solver(solver)
        .multiFactor(multiFactor)
        .nodeBudget(budgetNodes)
        .threads(threads)
        .processors(processors)
        .storageWorkers(storageWorkers)
        .reorderWorkers(reorderWorkers)
        .conflictReports(conflictReports == Switch.ON)
        .repair(repair == Switch.ON)
        .window(window)
        .hotKeyWaiting(hotKeyWaiting)
        .attemptBound(attemptBound)
        .tuned(false)
        .seed(seed)
        .build();
  }
}
