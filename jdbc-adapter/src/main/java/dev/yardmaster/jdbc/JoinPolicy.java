package dev.yardmaster.jdbc;

/**
 * Whether a transaction of a {@link JdbcScheduler} may share a database transaction with others.
 *
 * <p>Transactions that wait for each other's rows can run one after another in one database
 * transaction, with one commit for all of them. Each transaction sees the effects of the earlier
 * ones, and each caller gets the outcome of its own transaction. If the shared database transaction
 * fails, it is rolled back, and each transaction runs again alone.
 *
 * <p>Transactions of one statement ({@link StatementLogic}, {@link SqlProcedure}) that join without
 * a savepoint save round trips: those with the same text are sent in one round trip, and the commit
 * is sent with the last of them. While all connections are in use, such transactions with the same
 * text also share a database transaction if they use different rows. This requires the driver of
 * PostgreSQL.
 *
 * <p>Transactions that share a database transaction see equal values of what the database derives
 * from it, such as the time of {@code now()} and the transaction's id.
 */
public enum JoinPolicy {

  /** The transaction never shares a database transaction. This policy is the default. */
  ALONE,

  /**
   * The transaction may join others. A savepoint before the transaction, which costs a round trip,
   * limits a rollback to the transaction itself. This policy suits transactions that often fail for
   * a reason of their own, for example a violated constraint.
   */
  WITH_SAVEPOINT,

  /**
   * The transaction may join others, without a savepoint. If the transaction fails, all
   * transactions that share the database transaction run again alone. This policy suits
   * transactions that hardly ever fail for a reason of their own.
   */
  WITHOUT_SAVEPOINT
}
