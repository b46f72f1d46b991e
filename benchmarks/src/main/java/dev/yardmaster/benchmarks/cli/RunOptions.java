package dev.yardmaster.benchmarks.cli;

import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How long, how often and where something is run. */
class RunOptions {

  private static final double NS_PER_SECOND = 1e9;

  @Option(
      names = "--seconds",
      paramLabel = "<s>",
      converter = DecimalNumber.RecordedSeconds.class,
      defaultValue = "3",
      description =
          "Length of each recorded interval, in seconds; 0.1 to 86400. Default: ${DEFAULT-VALUE}.")
  private double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "<s>",
      converter = DecimalNumber.WarmUpSeconds.class,
      defaultValue = "1",
      description =
          "How long each interval is run before it is recorded, in seconds; 0 to 3600. With 0 there"
              + " is no unmeasured first round either. Default: ${DEFAULT-VALUE}.")
  private double warmup;

  @Option(
      names = "--repeats",
      paramLabel = "<n>",
      converter = WholeNumber.Repeats.class,
      defaultValue = "5",
      description =
          "How often each side is measured; sides alternate, and figures are medians; 1 to 1,000."
              + " Default: ${DEFAULT-VALUE}.")
  private int repeats;

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
      names = "--seed",
      paramLabel = "<n>",
      converter = SeedNumber.class,
      defaultValue = "42",
      description =
          "Seed of every random choice; any whole number of 64 bits. Default: ${DEFAULT-VALUE}.")
  private long seed;

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

  final long recordedNs() {
    return Math.round(seconds * NS_PER_SECOND);
  }

  final long warmUpNs() {
    return Math.round(warmup * NS_PER_SECOND);
  }

  final int repeats() {
    return repeats;
  }

  final int clients() {
    return clients;
  }

  final long seed() {
    return seed;
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
