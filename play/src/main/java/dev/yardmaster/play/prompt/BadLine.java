package dev.yardmaster.play.prompt;

/** A line at the prompt cannot be executed; the message is one line for the user. */
final class BadLine extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadLine(String message) {
    super(message);
  }
}
