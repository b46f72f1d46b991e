package dev.yardmaster.service;

/** A procedure that only some back ends can run; the other back ends refuse to register it. */
public interface RestrictedProcedure {

  /**
   * Returns a description of the back ends that can run the procedure, as a noun phrase with an
   * article.
   */
  String needs();
}
