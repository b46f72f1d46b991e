package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import picocli.CommandLine.Option;

/** How the pipeline is set up, for all sides alike. */
final class PipelineOptions {

  private static final long NS_PER_US = 1_000;

  @Option(
      names = "--concurrency",
      paramLabel = "<n>",
      converter = WholeNumber.Concurrency.class,
      defaultValue = "300",
      description = "Transactions outstanding at once; 1 to 100,000. Default: ${DEFAULT-VALUE}.")
  private int concurrency;

  @Option(
      names = "--batch",
      paramLabel = "<n>",
      converter = WholeNumber.Batch.class,
      defaultValue = "40",
      description =
          "Most requests that the validator takes as a batch, and that storage serves in a duty"
              + " cycle; 1 to 4,096."
              + " Default: ${DEFAULT-VALUE}.")
  private int batch;

  @Option(
      names = "--hop-us",
      paramLabel = "<us>",
      converter = WholeNumber.Microseconds.class,
      defaultValue = "0",
      description =
          "Delay of every message between two stages, as a network would add, in microseconds;"
              + " 0 to 1,000,000. Default: ${DEFAULT-VALUE}.")
  private int hopUs;

  @Option(
      names = "--policy",
      paramLabel = "<name>",
      converter = Choice.PolicyName.class,
      defaultValue = "prod-degree",
      description =
          "Which transactions are sacrificed first: random, max-degree, sum-degree, prod-degree"
              + " (or mc), rct, rdeg, weight. Default: ${DEFAULT-VALUE}.")
  private Policy policy;

  @Option(
      names = "--solver",
      paramLabel = "<name>",
      converter = Choice.SolverName.class,
      defaultValue = "optimal",
      description =
          "How the victims of a batch are found: optimal, sort, scc, hybrid, random, random3, exact."
              + " Default: ${DEFAULT-VALUE}.")
  private Solver solver;

  @Option(
      names = "--multi-factor",
      paramLabel = "<k>",
      converter = WholeNumber.MultiFactor.class,
      defaultValue = "2",
      description =
          "Vertices that the solver sort takes out at once; 1 to 4,096. Default: ${DEFAULT-VALUE}.")
  private int multiFactor;

  @Option(
      names = "--budget-nodes",
      paramLabel = "<n>",
      converter = WholeNumber.BudgetNodes.class,
      defaultValue = "1000",
      description =
          "How many nodes of its search tree the solver optimal may visit for a batch; 0 to"
              + " 1,000,000,000. Default: ${DEFAULT-VALUE}.")
  private int budgetNodes;

  @Option(
      names = "--threads",
      paramLabel = "<layout>",
      converter = Choice.ThreadsName.class,
      defaultValue = "auto",
      description =
          "Which parts of the pipeline share a thread: shared (all on one), split (two), dedicated"
              + " (one each), auto (by the number of cores). Default: ${DEFAULT-VALUE}.")
  private ThreadLayout threads;

  @Option(
      names = "--processors",
      paramLabel = "<n>",
      converter = WholeNumber.Agents.class,
      defaultValue = "1",
      description = "Transaction coordinators; 1 to 256. Default: ${DEFAULT-VALUE}.")
  private int processors;

  @Option(
      names = "--storage-workers",
      paramLabel = "<n>",
      converter = WholeNumber.Agents.class,
      defaultValue = "1",
      description = "Storage shards, each with its worker; 1 to 256. Default: ${DEFAULT-VALUE}.")
  private int storageWorkers;

  @Option(
      names = "--reorder-workers",
      paramLabel = "<n>",
      converter = WholeNumber.Agents.class,
      defaultValue = "1",
      description = "Agents that reorder batches; 1 to 256. Default: ${DEFAULT-VALUE}.")
  private int reorderWorkers;

  @Option(
      names = "--conflict-reports",
      paramLabel = "<on|off>",
      converter = Choice.OnOff.class,
      defaultValue = "on",
      description =
          "Whether aborts say which key conflicted with whom: on or off."
              + " Default: ${DEFAULT-VALUE}.")
  private Switch conflictReports;

  @Option(
      names = "--repair",
      paramLabel = "<on|off>",
      converter = Choice.OnOff.class,
      defaultValue = "off",
      description =
          "Whether the final validation runs procedures again in place whose reads went stale: on or"
              + " off. Default: ${DEFAULT-VALUE}.")
  private Switch repair;

  @Option(
      names = "--window",
      paramLabel = "<width>",
      converter = WindowWidth.class,
      defaultValue = "open",
      description =
          "How many of the outstanding transactions are in the pipeline at once: open (all of them),"
              + " fixed:N with N from 1 to 100,000, or adaptive (where most commits)."
              + " Default: ${DEFAULT-VALUE}.")
  private Window window;

  @Option(
      names = "--hot-key-waiting",
      paramLabel = "<n>",
      converter = WholeNumber.HotKeyWaiting.class,
      defaultValue = "0",
      description =
          "Most transactions that wait for their turn on one hot key; 0 lets none wait; 0 to"
              + " 100,000. Default: ${DEFAULT-VALUE}.")
  private int hotKeyWaiting;

  @Option(
      names = "--attempt-bound",
      paramLabel = "<n>",
      converter = WholeNumber.AttemptBound.class,
      defaultValue = "0",
      description =
          "How often a transaction is run at most, its keys being reserved for its later attempts;"
              + " 2 to 1,000, or 0 for no bound. Default: ${DEFAULT-VALUE}.")
  private int attemptBound;

  int concurrency() {
    return concurrency;
  }

  PipelineConfig config(long seed) {
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
