package dev.yardmaster.play.session;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;

/** The reply to one step of a session. */
public sealed interface Reply {

  /**
   * The step succeeded, and the transaction is open.
   *
   * @param text the result for the user; may have several lines
   */
  record Done(String text) implements Reply {}

  /**
   * The step was refused, and the transaction is still open.
   *
   * @param error the reason
   */
  record Refused(YardmasterException error) implements Reply {}

  /**
   * The transaction has ended.
   *
   * @param outcome the transaction's outcome
   * @param accesses the reads and writes of the transaction
   */
  record Ended(Outcome<Object> outcome, Accesses accesses) implements Reply {}
}
