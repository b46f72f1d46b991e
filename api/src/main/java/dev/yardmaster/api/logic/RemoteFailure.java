package dev.yardmaster.api.logic;

import dev.yardmaster.api.YardmasterException;

/** What logic at the other end of a connection threw, as that end describes it. */
public final class RemoteFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final YardmasterException error;

  /** A failure with the error that stands for it. */
  public RemoteFailure(YardmasterException error) {
    super(error.getMessage(), error, false, false);
    this.error = error;
  }

  /** What was wrong, as the other end says. */
  public YardmasterException error() {
    return error;
  }
}
