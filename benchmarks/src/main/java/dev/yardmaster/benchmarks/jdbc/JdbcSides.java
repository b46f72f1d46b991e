package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.ScheduledSide.Trait;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import java.sql.Connection;
import java.util.Map;
import java.util.Set;

/** Makes the sides that a command line names. */
final class JdbcSides {

  private JdbcSides() {}

  /**
   * Returns the side with a name.
   *
   * @param limit maximum number of concurrent transactions, for a side with a limit
   */
  static JdbcSide of(JdbcSideName name, JdbcPlan plan, int limit) {
    return switch (name) {
      case NOBATCH -> plain(name.label(), statements(plan), 0, plan);
      case NOBATCH_PROCEDURE -> plain(name.label(), BankLogic.PROCEDURE, 0, plan);
      case CAP -> plain(name.label(), plan.logic(), limit, plan);
      case BATCH, REORDER, REORDER_THREADS, EARLY_RELEASE, JOINED, JOINED_EARLY_RELEASE ->
          scheduled(name, plan.logic(), limit);
      case DROP_IN ->
          dropIn(name.label(), Map.of("yardmaster.max-running", Integer.toString(limit)), plan);
      case PASS_THROUGH -> dropIn(name.label(), Map.of("yardmaster.scheduling", "off"), plan);
    };
  }

  /** Returns a side whose transactions run through a scheduler with this number of lanes. */
  static JdbcSide scheduled(JdbcSideName name, BankLogic logic, int lanes) {
    Set<Trait> traits =
        switch (name) {
          case BATCH -> Set.of();
          case REORDER -> Set.of(Trait.ROWS);
          case REORDER_THREADS -> Set.of(Trait.ROWS, Trait.THREADS);
          case EARLY_RELEASE -> Set.of(Trait.ROWS, Trait.EARLY_RELEASE);
          case JOINED -> Set.of(Trait.ROWS, Trait.JOINED);
          case JOINED_EARLY_RELEASE -> Set.of(Trait.ROWS, Trait.JOINED, Trait.EARLY_RELEASE);
          default -> throw new IllegalArgumentException(name + " has no scheduler");
        };
    return new ScheduledSide(name.label(), logic, lanes, traits);
  }

  /** Returns the form of transactions on sides that do not call functions. */
  private static BankLogic statements(JdbcPlan plan) {
    return plan.logic() == BankLogic.PROCEDURE ? BankLogic.INTERACTIVE : plan.logic();
  }

  /**
   * Returns a side that runs the application without a scheduler on connections with another URL.
   */
  private static JdbcSide dropIn(String label, Map<String, String> settings, JdbcPlan plan) {
    return new PlainSide(
        label,
        plan.logic(),
        0,
        Connection.TRANSACTION_SERIALIZABLE,
        Backoff.STANDARD,
        plan.seed(),
        server -> server.connectThrough("yardmaster:", settings));
  }

  private static JdbcSide plain(String label, BankLogic logic, int limit, JdbcPlan plan) {
    return new PlainSide(
        label,
        logic,
        limit,
        Connection.TRANSACTION_SERIALIZABLE,
        Backoff.STANDARD,
        plan.seed(),
        PostgresServer::connect);
  }
}
