package dev.yardmaster.benchmarks.cli;

import java.nio.file.Path;
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
              + " of them, so several help only several --processors; 1 to 256, at most"
              + " --concurrency. Default: ${DEFAULT-VALUE}.")
  private int clients;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "reports/data",
      description =
          "Where each round of a side with +sync or +async has a fresh data directory while it"
              + " lasts; its disk is what is measured. Default: ${DEFAULT-VALUE}.")
  private Path data;

  final Path data() {
    return data;
  }

  final int clients() {
    return clients;
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
