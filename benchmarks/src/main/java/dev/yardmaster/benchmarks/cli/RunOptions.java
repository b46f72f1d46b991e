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

/** How long, how often and where something is run. */
class RunOptions extends IntervalOptions {

  @Option(
      names = "--clients",
      paramLabel = "<n>",
      converter = WholeNumber.Clients.class,
      defaultValue = "1",
      description =
          "Clients, which share the outstanding transactions; each acts where the service ends one"
              + " of them, so several help only several --processors; ${RANGE}, at most"
              + " --concurrency.")
  private int clients;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "reports/data",
      description =
          "Where each round of a side with +sync or +async has a fresh data directory while it"
              + " lasts; its disk is what is measured.")
  private Path data;

  final Path data() {
    return data;
  }

  final int clients() {
    return clients;
  }

  /** What is compared in a closed loop, without histories. */
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

  /** Checks what no option can check by itself. */
  void check(int concurrency, CommandLine command) {
    checkClients(clients, concurrency, command);
  }

  static void checkClients(int clients, int concurrency, CommandLine command) {
    if (clients > concurrency) {
      throw new ParameterException(
          command, "--clients=" + clients + " is more than --concurrency=" + concurrency);
    }
  }

  /** Makes sure, before anything runs, that data directories can be made. */
  final void checkData(CommandLine command) {
    DataOption.check(data, command);
  }
}
