package dev.yardmaster.jdbc.durability;

import java.sql.SQLException;

/**
 * The outcome of a transaction that has ended in the database, but whose caller has not got it yet.
 * Exactly one of the two methods is called, once, on any thread.
 */
public interface HeldOutcome {

  /**
   * Passes the outcome to the caller, because everything that the transaction wrote or saw is
   * durable.
   */
  void acknowledge();

  /**
   * Reports to the caller that the outcome is unknown, because the force failed.
   *
   * @param cause the failure of the force
   */
  void failUnknown(SQLException cause);
}
