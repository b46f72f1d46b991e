package dev.yardmaster.processor;

/**
 * Unwinds an interactive transaction's logic after the transaction has ended; its outcome is with
 * the {@link Session}.
 */
final class SessionOver extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SessionOver() {
    super("the transaction has ended", null, false, false);
  }
}
