package dev.yardmaster.api.logic;

/** Carries a logic's decision to abort; without a stack trace, since it is no error. */
public final class UserAbort extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** An abort for a reason; null for an empty one. */
  public UserAbort(String reason) {
    super(reason == null ? "" : reason, null, false, false);
  }
}
