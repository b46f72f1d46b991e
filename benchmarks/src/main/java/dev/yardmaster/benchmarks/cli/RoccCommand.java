package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
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
          + " the paper's size, 10 million records, all figures take hours. ./yardmaster gives this"
          + " command 8 GiB of heap unless YARDMASTER_JVM_OPTIONS sets another size."
    },
    exitCodeList = {
      "0:fine; the verdicts on the paper's claims do not change the exit code",
      "1:a run failed: an invariant is broken, or a report could not be written",
      "2:wrong usage, or --resume of a file with other settings",
      "130:ended by Ctrl-C; --resume continues the run"
    },
    footer = {
      "  yardmaster experiment rocc --quick",
      "  yardmaster experiment rocc --figure 5,7,t2 --records 1000000",
      "  yardmaster experiment rocc --resume"
    })
final class RoccCommand extends PaperCommand {

  private static final String PAPER =
      "Range Optimistic Concurrency Control (Wang and others, ICDE 2018)";

  @Option(
      names = "--figure",
      paramLabel = "<list>",
      converter = DistinctList.RoccFigureIds.class,
      description =
          "The figures, comma-separated: 1, 5 to 13, t2 for Table II. Default: all of them.")
  private DistinctList<String> chosen;

  @Option(
      names = "--records",
      paramLabel = "<n>",
      converter = WholeNumber.TableRecords.class,
      description = "Records of YCSB's table; ${RANGE}. Default: 10000000, with --quick 200000.")
  private Integer records;

  @Option(
      names = "--virtual-seconds",
      paramLabel = "<s>",
      converter = DecimalNumber.VirtualSeconds.class,
      description =
          "Length of measured intervals of simulated workers, in virtual seconds; ${RANGE}."
              + " Default: 0.003, with --quick 0.0002.")
  private Double virtualSeconds;

  RoccCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    RoccScale scale = scale();
    List<String> ids = chosen == null ? RoccFigures.IDS : chosen.values();
    return run(PAPER, new RoccFigures(scale, options().seed()).of(ids), scale.settings());
  }

  private RoccScale scale() {
    RoccScale scale = options().quick() ? RoccScale.QUICK : RoccScale.FULL;
    scale = records == null ? scale : scale.withRecords(records);
    scale = scale.withRepeats(options().repeats(scale.repeats()));
    scale = scale.withSeconds(options().seconds(scale.seconds()));
    return virtualSeconds == null ? scale : scale.withVirtualSeconds(virtualSeconds);
  }
}
