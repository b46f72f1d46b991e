package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.Logic;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.workloads.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The options for the length and number of the rounds, for their clients and for their data
 * directories.
 */
public class RunOptions extends ShortIntervals {

  @Option(
      names = "--clients",
      paramLabel = "<n>",
      converter = WholeNumber.Clients.class,
      defaultValue = "1",
      description =
          "Number of clients, which share the outstanding transactions; ${RANGE}, at most"
              + " --concurrency. A client runs on the thread on which the service ends a"
              + " transaction. Therefore several clients help only with several --processors.")
  private int clients;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "reports/data",
      description =
          "The directory in which each round of a side with +sync or +async gets a fresh data"
              + " directory, removed after the round. The disk of this directory is measured.")
  private Path data;

  public final Path data() {
    return data;
  }

  public final int clients() {
    return clients;
  }

  /** Returns an experiment that runs a closed loop and records no histories. */
  public final Experiment experiment(
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
  public void check(int concurrency, CommandLine command) {
    checkClients(clients, concurrency, command);
  }

  public static void checkClients(int clients, int concurrency, CommandLine command) {
    if (clients > concurrency) {
      throw new ParameterException(
          command, "--clients=" + clients + " is more than --concurrency=" + concurrency);
    }
  }

  /** Checks, before any round runs, that data directories can be created. */
  public final void checkData(CommandLine command) {
    DataOption.check(data, command);
  }
}
