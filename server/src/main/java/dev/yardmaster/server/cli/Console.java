package dev.yardmaster.server.cli;

import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The environment in which a command runs.
 *
 * @param clock measures the duration of the command
 * @param terminal whether the output is a terminal, on which a line can be rewritten in place
 */
public record Console(NanoClock clock, boolean terminal) {

  /** The system property that the start script sets if the error output is a terminal. */
  private static final String TERMINAL_PROPERTY = "yardmaster.terminal";

  /** Returns the console of this process. */
  public static Console system() {
    return new Console(SystemNanoClock.INSTANCE, Boolean.getBoolean(TERMINAL_PROPERTY));
  }
}
