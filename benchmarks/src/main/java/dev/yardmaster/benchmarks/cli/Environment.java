package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.run.Launched;
import dev.yardmaster.benchmarks.run.Launcher;
import dev.yardmaster.benchmarks.wire.Yardmaster;
import java.io.InputStream;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

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

  /** Set by the start script, which can tell whether its error output is a terminal. */
  private static final String TERMINAL_PROPERTY = "yardmaster.terminal";

  /** With real servers. */
  Environment(Launcher launcher, NanoClock clock, boolean terminal, InputStream input) {
    this(launcher, clock, terminal, input, Yardmaster.childProcess());
  }

  static Environment system() {
    return new Environment(
        Launched::pipeline,
        SystemNanoClock.INSTANCE,
        Boolean.getBoolean(TERMINAL_PROPERTY),
        System.in);
  }
}
