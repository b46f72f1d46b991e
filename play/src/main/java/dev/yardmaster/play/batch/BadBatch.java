package dev.yardmaster.play.batch;

/** The text of a batch is wrong; the message is one line for the user. */
public final class BadBatch extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadBatch(String message) {
    super(message);
  }
}
