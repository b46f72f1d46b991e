package dev.yardmaster.jdbc;

/**
 * Whether a transaction of a {@link JdbcScheduler} may share a database transaction with others.
 *
 * <p>Transactions that wait for each other's rows can run one after another in one database
 * transaction, with one commit for all of them. Each transaction sees the effects of the earlier
 * ones, and each caller gets the outcome of its own transaction. If the shared database transaction
 * fails, it is rolled back, and each transaction runs again in a database transaction of its own.
 *
 * <p>Transactions of one statement ({@link StatementLogic}, {@link SqlProcedure}) that join without
 * a savepoint are sent together with their commit, those with the same text in one round trip.
 * While all connections are in use, such transactions with the same text also share a database
 * transaction if they use different rows. This requires the driver of PostgreSQL.
 *
 * <p>Values that the database derives from its transaction, such as the time of {@code now()} and
 * the transaction's id, are equal for transactions that share one.
 */
public enum JoinPolicy {

  /** The transaction has a database transaction of its own. This policy is the default. */
  ALONE,

  /**
   * The transaction may join others. A savepoint before the transaction, which costs a round trip,
   * limits a rollback to the transaction itself. Suits transactions that often fail by themselves.
   */
  WITH_SAVEPOINT,

  /**
   * The transaction may join others, without a savepoint. If the transaction fails by itself, all
   * transactions that share the database transaction run again alone. Suits transactions that
   * hardly ever fail by themselves.
   */
  WITHOUT_SAVEPOINT
}
