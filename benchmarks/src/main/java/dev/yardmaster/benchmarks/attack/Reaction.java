package dev.yardmaster.benchmarks.attack;

/** An expected reaction of a server to an act. Any other reaction is an {@code IOException}. */
enum Reaction {
  /** The server accepted the act, or need not react to it yet. */
  ACCEPTED,
  /** The server refused the act in the way that its limits document. */
  REFUSED
}
