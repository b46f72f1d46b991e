package dev.yardmaster.benchmarks.cli.experiment;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.experiment.ermia.ErmiaFigures;
import dev.yardmaster.benchmarks.experiment.ermia.ErmiaScale;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the experiments of the ERMIA paper. */
@Command(
    name = "ermia",
    description = {
      "Runs the experiments of \"ERMIA: Fast and robust memory-optimized OLTP\" (CSRG-623): its"
          + " Figures 1 and 5 to 7, and two figures of this project, YCSB and a long scan beside"
          + " updates.",
      "",
      "Figures 1 and 5, YCSB and the scan run on two threads, so they need two cores that do nothing"
          + " else. In Figures 6 and 7, simulated workers replace the paper's 24 cores. Every round"
          + " loads fresh tables and checks them afterwards. All figures take about an hour and a half"
          + " with --jobs 1: half an hour for Figure 6, 20 minutes each for Figures 1 and 5, and ten"
          + " for the others. With --quick they take about five minutes. TPC-E has the paper's 5000"
          + " customers, with --quick 1000, but one loaded trading day instead of 10. TPC-C has 24"
          + " warehouses of 300 customers in a district and 10000 items, with --quick 30 and 1000."
          + " YCSB's table has 1000000 records, with --quick 100000. The intervals of simulated workers"
          + " are 0.005 virtual seconds for TPC-C and ten times as long for TPC-E; with --quick they are"
          + " 0.002, and four times as long. Simulated workers have one round for each side."
          + " ./yardmaster gives this command 8 GiB of heap unless YARDMASTER_JVM_OPTIONS sets another"
          + " size."
    },
    footer = {
      "  yardmaster experiment ermia --quick",
      "  yardmaster experiment ermia --figure 5,scan",
      "  yardmaster experiment ermia --resume"
    })
final class ErmiaCommand extends EnginePaperCommand {

  private static final String PAPER =
      "ERMIA: Fast and robust memory-optimized OLTP (Kim and others, CSRG-623)";

  @Option(
      names = "--figure",
      paramLabel = "<list>",
      converter = DistinctList.ErmiaFigureIds.class,
      description = "The figures, comma-separated: 1, 5, 6, 7, ycsb, scan. Default: all of them.")
  private DistinctList<String> chosen;

  ErmiaCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    ErmiaScale scale = options().quick() ? ErmiaScale.QUICK : ErmiaScale.FULL;
    scale = scale.with(records(scale.records()), rounds(scale.rounds()));
    List<String> ids = chosen == null ? ErmiaFigures.IDS : chosen.values();
    Map<String, Object> settings = scale.rounds().settings(scale.records(), scale.items());
    settings.put("warehouses", scale.warehouses());
    settings.put("stockItems", scale.stockItems());
    settings.put("customers", scale.customers());
    settings.put("days", scale.days());
    settings.put("customersOfDistrict", scale.customersOfDistrict());
    return run(PAPER, new ErmiaFigures(scale, options().seed()).of(ids), settings);
  }
}
