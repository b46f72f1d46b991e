package dev.yardmaster.server.cli;

/** A command that cannot go on; the message is one line for the user. */
public class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** A failure without a cause worth showing. */
  public CommandFailure(String message) {
    super(message);
  }

  /** A failure that another exception stands behind. */
  public CommandFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
