package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import java.sql.Connection;

/** Makes the sides that a command line names. */
final class JdbcSides {

  private JdbcSides() {}

  /**
   * A side.
   *
   * @param cap limit of the side of that name
   */
  static JdbcSide of(JdbcSideName name, JdbcPlan plan, int cap) {
    return switch (name) {
      case NOBATCH -> plain(name.label(), BankLogic.INTERACTIVE, 0, plan);
      case NOBATCH_PROCEDURE -> plain(name.label(), BankLogic.PROCEDURE, 0, plan);
      case CAP -> cap(plan, cap);
    };
  }

  /** Plain connections with a limit. */
  static JdbcSide cap(JdbcPlan plan, int limit) {
    return plain(JdbcSideName.CAP.label(), plan.logic(), limit, plan);
  }

  private static JdbcSide plain(String label, BankLogic logic, int limit, JdbcPlan plan) {
    return new PlainSide(
        label, logic, limit, Connection.TRANSACTION_SERIALIZABLE, Backoff.STANDARD, plan.seed());
  }
}
