package dev.yardmaster.service.scope;

/**
 * The scope of one call of a procedure: code that runs before and after each method of the
 * procedure.
 */
@FunctionalInterface
public interface LogicScope {

  /**
   * Opens the scope. For each method of the procedure and each run, the thread that runs the method
   * calls {@code open} immediately before the method. {@code open} and {@link Open#close} must not
   * throw an exception, because the procedure would fail with the exception.
   */
  Open open();

  /** The open scope of one run of one method. */
  @FunctionalInterface
  interface Open extends AutoCloseable {

    /**
     * Closes the scope. The same thread calls this method immediately after the method of the
     * procedure.
     */
    @Override
    void close();
  }
}
