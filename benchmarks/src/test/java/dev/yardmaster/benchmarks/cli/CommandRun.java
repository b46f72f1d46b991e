package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.cli.command.Environment;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * Runs commands of {@code yardmaster} in this process, and keeps everything that the commands
 * print.
 */
final class CommandRun {

  private final Environment environment;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Creates a run that starts real servers. */
  CommandRun() {
    this(Environment.system());
  }

  CommandRun(Environment environment) {
    this.environment = environment;
  }

  /** Runs a command and returns its exit code. */
  int execute(String... arguments) {
    CommandLine line = YardmasterCommand.commandLine(environment);
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  /** Returns what the commands have printed so far. */
  String out() {
    return out.toString();
  }

  /** Returns what the commands have printed so far to the error output. */
  String err() {
    return err.toString();
  }

  /** Forgets the error output so far. */
  void clearErr() {
    err.getBuffer().setLength(0);
  }

  @Override
  public String toString() {
    return out() + err();
  }
}
