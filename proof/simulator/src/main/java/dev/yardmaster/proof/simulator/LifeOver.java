package dev.yardmaster.proof.simulator;

/** A life of the service has come to an end before its clients had all that they wanted. */
final class LifeOver extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LifeOver(String message) {
    super(message);
  }
}
