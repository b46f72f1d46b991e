package dev.yardmaster.benchmarks.cli.experiment;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.experiment.plor.PlorFigures;
import dev.yardmaster.benchmarks.experiment.plor.PlorScale;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the experiments of the PLOR paper. */
@Command(
    name = "plor",
    description = {
      "Runs the experiments of \"Plor: General Transactions with Predictable, Low Tail Latency\""
          + " (SIGMOD 2022): its Figures 1 and 6 to 15.",
      "",
      "Simulated workers under virtual time replace the paper's 36 cores; Figures 8 and 10 also run"
          + " on threads. Every round loads fresh tables and checks them afterwards. A p99.9 needs"
          + " 100,000 transactions, so all figures take about four hours with --jobs 1. YCSB's table has 1000000"
          + " records, with --quick 100000. The interval of 20 simulated workers on YCSB-A at Zipf"
          + " 0.99 is 0.1 virtual seconds; with --quick it is 0.01, and p99 replaces p99.9. The"
          + " intervals of other points are longer or shorter in proportion. Simulated workers run"
          + " half of the --repeats in figures whose claims set bars, and one repeat in the other"
          + " figures. ./yardmaster gives this"
          + " command 8 GiB of heap unless YARDMASTER_JVM_OPTIONS sets another size."
    },
    footer = {
      "  yardmaster experiment plor --quick",
      "  yardmaster experiment plor --figure 6,8",
      "  yardmaster experiment plor --resume"
    })
final class PlorCommand extends EnginePaperCommand {

  private static final String PAPER =
      "Plor: General Transactions with Predictable, Low Tail Latency (Chen and others, SIGMOD 2022)";

  @Option(
      names = "--figure",
      paramLabel = "<list>",
      converter = DistinctList.PlorFigureIds.class,
      description =
          "The figures, comma-separated: 1, 6 to 15, schedulers for schedulers in front of Plor,"
              + " and optimistic for first attempts without locks. Default: all of them.")
  private DistinctList<String> chosen;

  PlorCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    PlorScale scale = options().quick() ? PlorScale.QUICK : PlorScale.FULL;
    scale = scale.with(records(scale.records()), rounds(scale.rounds()));
    List<String> ids = chosen == null ? PlorFigures.IDS : chosen.values();
    return run(
        PAPER,
        new PlorFigures(scale, options().seed()).of(ids),
        scale.rounds().settings(scale.records(), scale.items()));
  }
}
