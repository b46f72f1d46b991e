package dev.yardmaster.play.cli;

import dev.yardmaster.play.demo.HotKeyDemo;
import dev.yardmaster.server.cli.Console;
import dev.yardmaster.server.cli.values.DecimalRange;
import dev.yardmaster.server.cli.values.SeedOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the demonstration of one hot key. The other demonstrations are subcommands. */
@Command(
    name = "demo",
    description = {
      "Tells the story of one hot key in a minute: the same load without reordering (base), with"
          + " reordering (srvc), and with reordering and repair (full). Prints a line for each"
          + " second, and at the end a table. A dashboard shows the same in a browser.",
      "",
      "The subcommand cluster kills the leader of three servers and shows what their clients see."
    },
    exitCodeList = {
      "0:success",
      "1:a commit was lost or counted twice",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "  yardmaster demo",
      "  yardmaster demo --seconds 5 --keep",
      "  yardmaster demo cluster"
    })
public final class DemoCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "<s>",
      converter = Seconds.class,
      defaultValue = "15",
      description = "Measured seconds of each mode; a fifth is added as its warm-up; ${RANGE}.")
  private double seconds;

  @Option(
      names = "--no-dashboard",
      description = "Do not start the dashboard. Default: at a free port of 127.0.0.1.")
  private boolean withoutDashboard;

  @Option(
      names = "--keep",
      description = "Keep the dashboard open at the end until Ctrl-C. Default: close it.")
  private boolean keep;

  @Mixin private SeedOption seedOption;

  /** Creates the command. */
  public DemoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (keep && withoutDashboard) {
      throw new ParameterException(
          spec.commandLine(), "--keep and --no-dashboard exclude each other");
    }
    try {
      return new HotKeyDemo(
                  seconds, seedOption.seed(), console.clock(), spec.commandLine().getOut())
              .run(!withoutDashboard, keep)
          ? ExitCode.OK
          : ExitCode.SOFTWARE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.SOFTWARE;
    }
  }

  static final class Seconds extends DecimalRange {
    Seconds() {
      super("0.1", "600", "number of seconds");
    }
  }
}
