package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.wirefuzz.WireFuzz;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Feeds a server's connections with inputs that no honest client sends. */
@Command(
    name = "fuzz-wire",
    sortOptions = false,
    description = {
      "Draws what clients send, spoils it where its structure is, cuts it up, and feeds it to a"
          + " server's connections and a pipeline on one thread, without sockets.",
      "",
      "After each input: every request that was well formed is answered once, or the client is told"
          + " why it is sent away; nothing is left in flight or allocated, no buffer leaks, and"
          + " other clients are served. Stops at the first input for which something does not hold."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:everything held",
      "1:something did not",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "",
      "Examples:",
      "  yardmaster fuzz-wire --inputs 1000000 --seed 7",
      "  yardmaster fuzz-wire --seed 7 --only 4711"
    })
final class FuzzWireCommand implements Callable<Integer> {

  private static final long REWRITE_INTERVAL_NS = 200_000_000L;
  private static final long LINE_INTERVAL_NS = 10_000_000_000L;

  private final Environment environment;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // the parser acts on it
  private boolean help;

  @Option(
      names = "--inputs",
      paramLabel = "<n>",
      converter = WholeNumber.Inputs.class,
      defaultValue = "100000",
      description = "How many inputs; 1 to 1,000,000,000. Default: ${DEFAULT-VALUE}.")
  private int inputs;

  @Option(
      names = "--seed",
      paramLabel = "<n>",
      converter = SeedNumber.class,
      defaultValue = "42",
      description = "The seed of all inputs. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--only",
      paramLabel = "<n>",
      converter = WholeNumber.InputNumber.class,
      description =
          "Show this input of the seed and run it, after those that shared a server with it.")
  private Integer only;

  private long beganNs;
  private long shownNs;

  FuzzWireCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    WireFuzz fuzz = new WireFuzz(seed);
    long first = 0;
    long end = inputs;
    if (only != null) {
      first = only;
      end = only + 1L;
      out.print(fuzz.text(only));
    }
    beganNs = environment.clock().nanoTime();
    shownNs = beganNs;
    long last = end;
    WireFuzz.Found found = fuzz.run(first, end, done -> show(done, last, err));
    clearLine(err);
    if (found != null) {
      err.println("input " + found.input() + " of seed " + seed + ": ");
      found.failure().printStackTrace(err);
      err.println("Again: ./yardmaster fuzz-wire --seed " + seed + " --only " + found.input());
      err.flush();
      return ExitCode.SOFTWARE;
    }
    if (Thread.currentThread().isInterrupted()) {
      err.println("interrupted; all held so far");
      err.flush();
      return ExitCode.SOFTWARE;
    }
    out.printf(
        Locale.ROOT,
        "All held: %,d inputs of seed %d, %,.0f inputs/s%n",
        only == null ? inputs : 1,
        seed,
        rate(end - first));
    out.flush();
    return ExitCode.OK;
  }

  private double rate(long done) {
    return done * 1e9 / Math.max(1, environment.clock().nanoTime() - beganNs);
  }

  private void show(long done, long end, PrintWriter err) {
    long nowNs = environment.clock().nanoTime();
    if (nowNs - shownNs < (environment.terminal() ? REWRITE_INTERVAL_NS : LINE_INTERVAL_NS)) {
      return;
    }
    shownNs = nowNs;
    String line =
        String.format(Locale.ROOT, "%,d of %,d inputs | %,.0f inputs/s", done, end, rate(done));
    if (environment.terminal()) {
      err.print("\r" + line + "  ");
    } else {
      err.println(line);
    }
    err.flush();
  }

  private void clearLine(PrintWriter err) {
    if (environment.terminal()) {
      err.print("\r" + " ".repeat(80) + "\r");
      err.flush();
    }
  }
}
