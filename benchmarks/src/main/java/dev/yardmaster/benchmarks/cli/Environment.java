package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.load.Launched;
import dev.yardmaster.benchmarks.run.Launcher;
import dev.yardmaster.benchmarks.wire.Yardmaster;
import dev.yardmaster.server.cli.Console;
import java.io.InputStream;
import org.agrona.concurrent.NanoClock;

/**
 * What commands need from outside.
 *
 * @param launcher starts the service to measure
 * @param clock for intervals and latencies
 * @param terminal whether somebody watches, so that a progress line may be rewritten in place
 * @param input what a command reads that is told to read its standard input
 * @param yardmaster starts and reaches servers to measure
 */
record Environment(
    Launcher launcher,
    NanoClock clock,
    boolean terminal,
    InputStream input,
    Yardmaster yardmaster) {

  /** With real servers. */
  Environment(Launcher launcher, NanoClock clock, boolean terminal, InputStream input) {
    this(launcher, clock, terminal, input, Yardmaster.childProcess());
  }

  static Environment system() {
    Console console = Console.system();
    return new Environment(Launched::pipeline, console.clock(), console.terminal(), System.in);
  }

  Console console() {
    return new Console(clock, terminal);
  }
}
