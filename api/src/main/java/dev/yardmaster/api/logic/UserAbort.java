package dev.yardmaster.api.logic;

/** Carries the logic's decision to abort; without a stack trace, since an abort is no error. */
public final class UserAbort extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates an abort with a reason; null stands for an empty reason. */
  public UserAbort(String reason) {
    super(reason == null ? "" : reason, null, false, false);
  }
}
