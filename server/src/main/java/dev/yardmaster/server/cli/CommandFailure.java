package dev.yardmaster.server.cli;

/** The failure of a command; the message is one line for the user. */
public class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates a failure without a cause. */
  public CommandFailure(String message) {
    super(message);
  }

  /** Creates a failure with a cause. */
  public CommandFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
