package dev.yardmaster.api.logic;

/**
 * Signals the logic's decision to abort. The exception has no stack trace, because an abort is not
 * an error.
 */
public final class UserAbort extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates an abort with a reason. Null means an empty reason. */
  public UserAbort(String reason) {
    super(reason == null ? "" : reason, null, false, false);
  }
}
