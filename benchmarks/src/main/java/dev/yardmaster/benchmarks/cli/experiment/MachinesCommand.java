package dev.yardmaster.benchmarks.cli.experiment;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.experiment.machines.MachinesFigures;
import dev.yardmaster.benchmarks.experiment.machines.MachinesSizes;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the experiment that shows how throughput grows with machines. */
@Command(
    name = "machines",
    description = {
      "Shows how throughput grows with machines, on virtual cores.",
      "",
      "processors: 1 to 8 processors a network hop away from storage and from one validator."
          + " shards: one validator, and a leader with 1 to 4 shards of the validator. plan: what the"
          + " virtual cores predict for one and two threads, next to what this machine measures."
          + " All figures take about three minutes, with --quick some seconds. Only plan depends on"
          + " the load of the machine."
    },
    footer = {
      "  yardmaster experiment machines --quick",
      "  yardmaster experiment machines --figure shards",
      "  yardmaster experiment machines --figure plan"
    })
final class MachinesCommand extends PaperCommand {

  private static final String TITLE = "Several machines";

  @Option(
      names = "--figure",
      paramLabel = "<list>",
      converter = DistinctList.MachinesFigureIds.class,
      description = "The figures, comma-separated: processors, shards, plan. Default: all of them.")
  private DistinctList<String> chosen;

  MachinesCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    MachinesSizes byDefault = options().quick() ? MachinesSizes.QUICK : MachinesSizes.FULL;
    MachinesSizes sizes =
        byDefault.with(
            options().seconds(byDefault.seconds()), options().repeats(byDefault.repeats()));
    List<String> ids = chosen == null ? MachinesFigures.IDS : chosen.values();
    return run(TITLE, new MachinesFigures(sizes, options().seed()).of(ids), sizes.settings());
  }
}
