package dev.yardmaster.play.prompt;

/** Reports that a line at the prompt cannot be executed. The message is one line for the user. */
final class BadLine extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadLine(String message) {
    super(message);
  }
}
