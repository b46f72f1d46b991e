package dev.yardmaster.proof.torture.soak;

import java.io.IOException;

/** The exception that is thrown by a write to a {@link FillableDisk} that has no room. */
final class NoSpaceException extends IOException {

  private static final long serialVersionUID = 1L;

  NoSpaceException() {
    super("No space left on device (simulated)");
  }

  /** Returns whether an exception or one of its causes is a NoSpaceException. */
  static boolean causes(Throwable failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof NoSpaceException)) {
      cause = cause.getCause();
    }
    return cause != null;
  }
}
