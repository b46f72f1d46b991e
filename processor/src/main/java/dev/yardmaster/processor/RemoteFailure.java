package dev.yardmaster.processor;

import dev.yardmaster.api.YardmasterException;

/** What logic at the other end of a connection threw, as that end describes it. */
final class RemoteFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final YardmasterException error;

  RemoteFailure(YardmasterException error) {
    super(error.getMessage(), error, false, false);
    this.error = error;
  }

  YardmasterException error() {
    return error;
  }
}
