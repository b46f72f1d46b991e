package dev.yardmaster.benchmarks.cli.experiment;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.experiment.rocc.RoccFigures;
import dev.yardmaster.benchmarks.experiment.rocc.RoccScale;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the experiments of the ROCC paper. */
@Command(
    name = "rocc",
    description = {
      "Runs the experiments of \"Range Optimistic Concurrency Control for a Composite OLTP and Bulk"
          + " Processing Workload\" (ICDE 2018): its Figures 1 and 5 to 13 and Table II.",
      "",
      "Simulated workers under virtual time replace the paper's 40 cores; Figures 5, 6, 12 and 13"
          + " also run on threads. Every round loads fresh tables and checks them afterwards. At"
          + " the paper's size, 10000000 records, all figures take hours; with --quick there are"
          + " 200000. The intervals of simulated workers are 0.003 virtual seconds, with --quick"
          + " 0.0002. ./yardmaster gives this command 8 GiB of heap unless YARDMASTER_JVM_OPTIONS"
          + " sets another size."
    },
    footer = {
      "  yardmaster experiment rocc --quick",
      "  yardmaster experiment rocc --figure 5,7,t2 --records 1000000",
      "  yardmaster experiment rocc --resume"
    })
final class RoccCommand extends EnginePaperCommand {

  private static final String PAPER =
      "Range Optimistic Concurrency Control (Wang and others, ICDE 2018)";

  @Option(
      names = "--figure",
      paramLabel = "<list>",
      converter = DistinctList.RoccFigureIds.class,
      description =
          "The figures, comma-separated: 1, 5 to 13, t2 for Table II. Default: all of them.")
  private DistinctList<String> chosen;

  RoccCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    RoccScale scale = options().quick() ? RoccScale.QUICK : RoccScale.FULL;
    scale = scale.with(records(scale.records()), rounds(scale.rounds()));
    List<String> ids = chosen == null ? RoccFigures.IDS : chosen.values();
    return run(
        PAPER,
        new RoccFigures(scale, options().seed()).of(ids),
        scale.rounds().settings(scale.records(), scale.items()));
  }
}
