package dev.yardmaster.service;

/** A procedure that not every back end can run; the others refuse to register the procedure. */
public interface RestrictedProcedure {

  /** Returns the back end that can run the procedure, in words, with an article. */
  String needs();
}
