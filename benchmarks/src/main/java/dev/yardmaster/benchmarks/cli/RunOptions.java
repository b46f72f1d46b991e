package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.Logic;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.benchmarks.workload.Workload;
import dev.yardmaster.processor.PipelineConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The length, the number and the place of the rounds. */
class RunOptions extends IntervalOptions {

  @Option(
      names = "--clients",
      paramLabel = "<n>",
      converter = WholeNumber.Clients.class,
      defaultValue = "1",
      description =
          "Clients, which share the outstanding transactions. A client runs on the thread on which"
              + " the service ends a transaction, so several clients help only with several"
              + " --processors; ${RANGE}, at most --concurrency.")
  private int clients;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "reports/data",
      description =
          "The directory in which each round of a side with +sync or +async gets a fresh data"
              + " directory, removed after the round; its disk is what is measured.")
  private Path data;

  final Path data() {
    return data;
  }

  final int clients() {
    return clients;
  }

  /** Returns the experiment of a closed loop, without histories. */
  final Experiment experiment(
      Workload workload,
      double skew,
      Logic logic,
      List<PipelineSide> sides,
      PipelineConfig pipeline) {
    return new Experiment(
        workload,
        skew,
        logic,
        sides,
        pipeline,
        clients,
        warmUpNs(),
        recordedNs(),
        repeats(),
        Optional.empty(),
        data);
  }

  /** Checks the combinations of options. */
  void check(int concurrency, CommandLine command) {
    checkClients(clients, concurrency, command);
  }

  static void checkClients(int clients, int concurrency, CommandLine command) {
    if (clients > concurrency) {
      throw new ParameterException(
          command, "--clients=" + clients + " is more than --concurrency=" + concurrency);
    }
  }

  /** Checks, before any round runs, that data directories can be made. */
  final void checkData(CommandLine command) {
    DataOption.check(data, command);
  }
}
