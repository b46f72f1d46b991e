package dev.yardmaster.benchmarks.cli.experiment;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.experiment.batching.BatchingFigures;
import dev.yardmaster.benchmarks.experiment.batching.BatchingScale;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the experiments of the batching paper. */
@Command(
    name = "batching",
    description = {
      "Runs the experiments of \"Improving Optimistic Concurrency Control Through Transaction"
          + " Batching and Operation Reordering\" (PVLDB 12(2), 2018): its Figures 5 to 18 and 20"
          + " to 28.",
      "",
      "The pipeline has the settings of the paper's prototype: no repair, 300 transactions in"
          + " flight, batches of 40. The validator uses the solver sort with the policy prod-degree"
          + " and k = 2. Figures 23 to 25 run on the in-process engine, with simulated workers for"
          + " the paper's 28 threads. Figures 26 to 28 run on a PostgreSQL server that the command"
          + " starts for each point. Sides that are not in the paper have names that the paper does"
          + " not use. Every round loads a fresh service and checks its data afterwards."
    },
    footer = {
      "  yardmaster experiment batching --quick",
      "  yardmaster experiment batching --figure 10,11,12 --repeats 3",
      "  yardmaster experiment batching --resume"
    })
final class BatchingCommand extends PaperCommand {

  private static final String PAPER =
      "Transaction Batching and Operation Reordering (Ding, Kot and Gehrke, PVLDB 2018)";

  @Option(
      names = "--figure",
      paramLabel = "<list>",
      converter = DistinctList.BatchingFigureIds.class,
      description =
          "The figures, comma-separated: 5 to 18, 20 to 28, loses (where reordering does not pay),"
              + " tuning and tuning-threads (a pipeline that tunes itself, on virtual cores and on"
              + " two threads). Figures of the same runs, such as 10, 11 and 12, are measured once."
              + " Default: all.")
  private DistinctList<String> chosen;

  @Option(
      names = "--objects",
      paramLabel = "<n>",
      converter = WholeNumber.Objects.class,
      description =
          "Objects of the micro-benchmark and customers of SmallBank; ${RANGE}. Default: 100000.")
  private Integer objects;

  BatchingCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    BatchingScale scale = options().quick() ? BatchingScale.QUICK : BatchingScale.FULL;
    scale = scale.withRepeats(options().repeats(scale.repeats()));
    scale = scale.withSeconds(options().seconds(scale.seconds()));
    scale = objects == null ? scale : scale.withObjects(objects);
    List<String> ids = chosen == null ? BatchingFigures.IDS : chosen.values();
    return run(PAPER, new BatchingFigures(scale, options().seed()).of(ids), scale.settings());
  }
}
