package dev.yardmaster.play.cli;

import java.io.InputStream;

/**
 * The input of the command {@code play}.
 *
 * @param stream the lines, if the input is not a terminal
 * @param terminal whether a user types at a terminal and sees the output there
 */
public record PlayInput(InputStream stream, boolean terminal) {

  /** Returns the input of this process, about which the start script sets system properties. */
  static PlayInput system() {
    return new PlayInput(
        System.in,
        Boolean.getBoolean("yardmaster.terminal.input")
            && Boolean.getBoolean("yardmaster.terminal.output"));
  }
}
