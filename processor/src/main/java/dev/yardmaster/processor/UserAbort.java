package dev.yardmaster.processor;

/** Carries a logic's decision to abort; without a stack trace, since it is no error. */
final class UserAbort extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UserAbort(String reason) {
    super(reason == null ? "" : reason, null, false, false);
  }
}
