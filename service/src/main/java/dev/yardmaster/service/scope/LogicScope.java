package dev.yardmaster.service.scope;

/** Surrounds the code of one call of a procedure. */
@FunctionalInterface
public interface LogicScope {

  /**
   * Begins to surround a method of the procedure. The thread that runs the method calls this
   * immediately before, for each method and each run. This method and {@link Open#close} must not
   * throw, because the procedure would fail with the exception.
   */
  Open open();

  /** Surrounds one run of one method. */
  @FunctionalInterface
  interface Open extends AutoCloseable {

    /** Is called by the same thread immediately after the method. */
    @Override
    void close();
  }
}
