package dev.yardmaster.server.cli;

import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * What a command knows of the place that it was started from.
 *
 * @param clock tells how long the command takes
 * @param terminal whether somebody watches, so that a line may be rewritten in place
 */
public record Console(NanoClock clock, boolean terminal) {

  /** Set by the start script, which can tell whether its error output is a terminal. */
  private static final String TERMINAL_PROPERTY = "yardmaster.terminal";

  /** The console of this process. */
  public static Console system() {
    return new Console(SystemNanoClock.INSTANCE, Boolean.getBoolean(TERMINAL_PROPERTY));
  }
}
