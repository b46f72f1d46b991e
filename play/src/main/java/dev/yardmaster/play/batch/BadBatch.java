package dev.yardmaster.play.batch;

/** Reports that the text of a batch is not valid. The message is one line for the user. */
public final class BadBatch extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadBatch(String message) {
    super(message);
  }
}
