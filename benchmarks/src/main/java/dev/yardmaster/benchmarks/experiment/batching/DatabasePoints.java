package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.jdbc.JdbcPlan;
import dev.yardmaster.benchmarks.jdbc.JdbcSideName;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.jdbc.bank.LockOrder;
import java.util.List;
import java.util.Locale;

/** Makes the points that run on PostgreSQL, at one scale. */
final class DatabasePoints {

  /** The paper's batch size, which is also the scheduler's default. */
  static final int BATCH = 50;

  static final String BATCHED = JdbcSideName.BATCH.label();
  static final String REORDERED = JdbcSideName.REORDER.label();

  /**
   * The forms of transactions: function calls, as in the paper, and interactive transactions, which
   * the paper does not have.
   */
  static final List<BankLogic> LOGICS = List.of(BankLogic.PROCEDURE, BankLogic.INTERACTIVE);

  private static final double NS_PER_SECOND = 1e9;

  private final BatchingScale scale;
  private final long seed;

  DatabasePoints(BatchingScale scale, long seed) {
    this.scale = scale;
    this.seed = seed;
  }

  /** Returns the name of the side that runs a form of transactions without a scheduler. */
  static JdbcSideName plain(BankLogic logic) {
    return logic == BankLogic.PROCEDURE ? JdbcSideName.NOBATCH_PROCEDURE : JdbcSideName.NOBATCH;
  }

  /** Returns a text that describes a form of transactions. */
  static String words(BankLogic logic) {
    return logic == BankLogic.PROCEDURE ? "function calls" : "statements";
  }

  /**
   * Returns a point that measures SmallBank with forced writes off. All sides have the same number
   * of connections. On sides with a scheduler, one additional batch of transactions is in flight.
   * This batch waits in the scheduler while other transactions run.
   */
  DatabasePoint smallBank(BankLogic logic, double skew, int connections) {
    List<JdbcSideName> sides = List.of(plain(logic), JdbcSideName.BATCH, JdbcSideName.REORDER);
    JdbcPlan plan =
        new JdbcPlan(
            sides,
            logic,
            connections,
            connections,
            BATCH,
            LockOrder.PAYER_FIRST,
            scale.database().customers(),
            List.of(skew),
            List.of(connections),
            seed,
            Math.round(scale.warmUpSeconds() * NS_PER_SECOND),
            Math.round(scale.seconds() * NS_PER_SECOND),
            scale.repeats(),
            false);
    String key =
        String.format(
            Locale.ROOT,
            "postgresql %s skew=%s connections=%d: %s",
            logic.label(),
            skew,
            connections,
            String.join(",", sides.stream().map(JdbcSideName::label).toList()));
    return new DatabasePoint(key, plan, false);
  }
}
