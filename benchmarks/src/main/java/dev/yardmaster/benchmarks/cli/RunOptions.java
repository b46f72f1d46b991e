package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.run.Side;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What is compared, and for how long. */
final class RunOptions {

  private static final double NS_PER_SECOND = 1e9;

  @Option(
      names = "--modes",
      paramLabel = "<list>",
      converter = SideList.Parser.class,
      defaultValue = "base,batch,sr,vc,srvc,full",
      description =
          "The sides to compare, comma-separated: base, batch, sr (storage reordering), vc"
              + " (validator reordering), srvc (both), full (srvc+repair+adaptive+bounded). A side"
              + " can have a solver, a policy and a batch size of its own, and things switched on or"
              + " off behind it, in this order: "
              + Side.FORM
              + ", as in srvc/sort, srvc:rdeg@300 or base+repair. +repair: as --repair on. +adaptive:"
              + " as --window adaptive --hot-key-waiting 256. +bounded: as --attempt-bound 8."
              + " +sync: commits are on disk before they are answered; +async: soon after."
              + " +noreports: as --conflict-reports off. +recorded: its history is recorded,"
              + " unchecked. Ratios are to the side base, or to the first if there is none."
              + " Default: ${DEFAULT-VALUE}.")
  private SideList modes;

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
              + " lasts; choose the disk to measure. Default: ${DEFAULT-VALUE}.")
  private Path data;

  Path data() {
    return data;
  }

  List<Side> sides() {
    return modes.sides();
  }

  long recordedNs() {
    return Math.round(seconds * NS_PER_SECOND);
  }

  long warmUpNs() {
    return Math.round(warmup * NS_PER_SECOND);
  }

  int repeats() {
    return repeats;
  }

  int clients() {
    return clients;
  }

  long seed() {
    return seed;
  }

  /** Checks what no option can check by itself. */
  void check(int concurrency, CommandLine command) {
    if (clients > concurrency) {
      throw new ParameterException(
          command, "--clients=" + clients + " is more than --concurrency=" + concurrency);
    }
    if (modes.sides().stream().anyMatch(Side::isDurable)) {
      DataOption.check(data, command);
    }
  }
}
