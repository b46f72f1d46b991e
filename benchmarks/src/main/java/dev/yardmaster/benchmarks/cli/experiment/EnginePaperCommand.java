package dev.yardmaster.benchmarks.cli.experiment;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.experiment.EngineRounds;
import picocli.CommandLine.Option;

/** Runs the experiments of a paper on the engine. */
abstract class EnginePaperCommand extends PaperCommand {

  @Option(
      names = "--records",
      paramLabel = "<n>",
      converter = WholeNumber.TableRecords.class,
      description = "Records of YCSB's table; ${RANGE}. Default: see above.")
  private Integer records;

  @Option(
      names = "--virtual-seconds",
      paramLabel = "<s>",
      converter = DecimalNumber.VirtualSeconds.class,
      description =
          "Length of measured intervals of simulated workers, in virtual seconds; ${RANGE}."
              + " Default: see above.")
  private Double virtualSeconds;

  EnginePaperCommand(Environment environment) {
    super(environment);
  }

  /** Returns the number of records of YCSB's table. */
  final int records(int byDefault) {
    return records == null ? byDefault : records;
  }

  /** Returns a scale's rounds with the values of the options. */
  final EngineRounds rounds(EngineRounds byDefault) {
    EngineRounds rounds =
        byDefault
            .withRepeats(options().repeats(byDefault.repeats()))
            .withSeconds(options().seconds(byDefault.seconds()));
    return virtualSeconds == null ? rounds : rounds.withVirtualSeconds(virtualSeconds);
  }
}
