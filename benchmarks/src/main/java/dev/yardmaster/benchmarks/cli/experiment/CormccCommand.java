package dev.yardmaster.benchmarks.cli.experiment;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.experiment.cormcc.CormccFigures;
import dev.yardmaster.benchmarks.experiment.cormcc.CormccScale;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the experiments of the CormCC paper. */
@Command(
    name = "cormcc",
    description = {
      "Runs the experiments of \"Toward Coordination-free and Reconfigurable Mixed Concurrency"
          + " Control\" (USENIX ATC 2018): its Figures 7 to 16.",
      "",
      "32 simulated workers under virtual time replace the paper's 32 cores; Figure 15 runs on"
          + " threads. Every round loads fresh tables and checks them afterwards. One virtual ms takes"
          + " about a second, so all figures take about an hour and a half with --jobs 1, most of it"
          + " for the loads that change (Figures 9 to 12), whose 20 phases of 10 virtual ms stand for"
          + " the paper's 5 s each. YCSB's table has 1000000 records, with --quick 100000. The other"
          + " intervals of simulated workers are 0.005 virtual seconds; with --quick they are 0.001,"
          + " and there are 4 phases. The length of a phase is in proportion to --virtual-seconds."
          + " ./yardmaster gives this command 8 GiB of heap unless YARDMASTER_JVM_OPTIONS sets another"
          + " size."
    },
    footer = {
      "  yardmaster experiment cormcc --quick",
      "  yardmaster experiment cormcc --figure 13,14",
      "  yardmaster experiment cormcc --resume"
    })
final class CormccCommand extends EnginePaperCommand {

  private static final String PAPER =
      "CormCC: Toward Coordination-free and Reconfigurable Mixed Concurrency Control (Tang and"
          + " Elmore, USENIX ATC 2018)";

  @Option(
      names = "--figure",
      paramLabel = "<list>",
      converter = DistinctList.CormccFigureIds.class,
      description = "The figures, comma-separated: 7 to 16. Default: all of them.")
  private DistinctList<String> chosen;

  CormccCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    CormccScale scale = options().quick() ? CormccScale.QUICK : CormccScale.FULL;
    scale = scale.with(records(scale.records()), rounds(scale.rounds()));
    List<String> ids = chosen == null ? CormccFigures.IDS : chosen.values();
    Map<String, Object> settings = scale.rounds().settings(scale.records(), scale.items());
    settings.put("customers", scale.customers());
    settings.put("phases", scale.phases());
    return run(PAPER, new CormccFigures(scale, options().seed()).of(ids), settings);
  }
}
