package dev.yardmaster.proof.wirefuzz;

import dev.yardmaster.server.cli.Console;
import dev.yardmaster.server.cli.StatusLine;
import dev.yardmaster.server.cli.values.SeedOption;
import dev.yardmaster.server.cli.values.WholeNumberRange;
import dev.yardmaster.server.cli.values.WholeNumberRange.Of;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Feeds a server's connections with inputs that no correct client sends. */
@Command(
    name = "fuzz-wire",
    description = {
      "Draws the messages of clients, corrupts their structure, cuts the bytes into segments, and"
          + " feeds them to a server's connections and a pipeline on one thread, without sockets.",
      "",
      "After each input the command checks that every well-formed request was answered once, or"
          + " that the client was disconnected with a reason. The command also checks that "
          + "no request is in flight and no memory is left allocated, that no buffer "
          + "leaked, and that other clients are served. The"
          + " command stops at the first input for which a check fails."
    },
    exitCodeList = {
      "0:all checks passed",
      "1:a check failed",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "  yardmaster fuzz-wire --inputs 1000000 --seed 7",
      "  yardmaster fuzz-wire --seed 7 --only 4711"
    })
public final class FuzzWireCommand implements Callable<Integer> {

  /** The number of inputs. */
  @Of(value = "inputs", least = 1, most = 1_000_000_000)
  static final class Inputs extends WholeNumberRange {}

  /** The number of a single input. */
  @Of(value = "an input", least = 0, most = 1_000_000_000)
  static final class InputNumber extends WholeNumberRange {}

  private final Console console;

  @Spec private CommandSpec spec;

  @Option(
      names = "--inputs",
      paramLabel = "<n>",
      converter = Inputs.class,
      defaultValue = "100000",
      description = "Number of inputs; ${RANGE}.")
  private int inputs;

  @Mixin private SeedOption seedOption;

  @Option(
      names = "--only",
      paramLabel = "<n>",
      converter = InputNumber.class,
      description =
          "Print this input of the seed and run it after the inputs that precede it on the same server.")
  private Integer only;

  /** Creates a command that shows its progress on a console. */
  public FuzzWireCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    long seed = seedOption.seed();
    WireFuzz fuzz = new WireFuzz(seed);
    long first = 0;
    long end = inputs;
    if (only != null) {
      first = only;
      end = only + 1L;
      out.print(fuzz.text(only));
    }
    StatusLine status = new StatusLine(err, console);
    long last = end;
    WireFuzz.Found found =
        fuzz.run(
            first,
            end,
            done ->
                status.show(
                    () ->
                        String.format(
                            Locale.ROOT,
                            "%,d of %,d inputs | %,.0f inputs/s",
                            done,
                            last,
                            rate(done, status))));
    status.close();
    if (found != null) {
      err.println("input " + found.input() + " of seed " + seed + ": ");
      found.failure().printStackTrace(err);
      err.println(
          "Repeat with: ./yardmaster fuzz-wire --seed " + seed + " --only " + found.input());
      err.flush();
      return ExitCode.SOFTWARE;
    }
    if (Thread.currentThread().isInterrupted()) {
      err.println("interrupted; all checks have passed so far");
      err.flush();
      return ExitCode.SOFTWARE;
    }
    out.printf(
        Locale.ROOT,
        "All checks passed: %,d inputs of seed %d, %,.0f inputs/s%n",
        only == null ? inputs : 1,
        seed,
        rate(end - first, status));
    out.flush();
    return ExitCode.OK;
  }

  private static double rate(long done, StatusLine status) {
    return done * 1e9 / status.passedNs();
  }
}
