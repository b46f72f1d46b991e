package dev.yardmaster.api.logic;

import dev.yardmaster.api.YardmasterException;

/** A failure of logic that runs at the other end of a connection. */
public final class RemoteFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final YardmasterException error;

  /** Creates a failure with the error that describes it. */
  public RemoteFailure(YardmasterException error) {
    super(error.getMessage(), error, false, false);
    this.error = error;
  }

  /** Returns the error as the other end of the connection describes it. */
  public YardmasterException error() {
    return error;
  }
}
