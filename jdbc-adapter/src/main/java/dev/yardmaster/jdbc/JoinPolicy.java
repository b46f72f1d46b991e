package dev.yardmaster.jdbc;

/**
 * The policy that decides whether a transaction of a {@link JdbcScheduler} may share a database
 * transaction with other transactions.
 *
 * <p>Transactions that wait for each other's rows can run one after another in one database
 * transaction, with one commit for all of them. Each transaction sees the effects of the earlier
 * transactions, and each caller gets the outcome of its own transaction. If the shared database
 * transaction fails, it is rolled back, and each transaction runs again alone.
 *
 * <p>Single-statement transactions ({@link StatementLogic}, {@link SqlProcedure}) that join without
 * a savepoint also save round trips, if the driver is PostgreSQL's. The scheduler sends the
 * statements with the same text in one round trip, and sends the commit with the last statements.
 * While all connections are in use, such transactions also share a database transaction if they
 * have the same text and use different rows.
 *
 * <p>All transactions that share a database transaction see the same values of functions that
 * depend on the database transaction, such as {@code now()} and the transaction's id.
 */
public enum JoinPolicy {

  /** The transaction never shares a database transaction. This policy is the default. */
  ALONE,

  /**
   * The transaction may share a database transaction with other transactions. The scheduler sets a
   * savepoint before the transaction, which costs a round trip. If the transaction fails by itself,
   * only this transaction is rolled back. This policy suits transactions that often fail by
   * themselves, for example because of a violated constraint.
   */
  WITH_SAVEPOINT,

  /**
   * The transaction may share a database transaction with other transactions, without a savepoint.
   * If the transaction fails, all transactions that share the database transaction run again alone.
   * This policy suits transactions that hardly ever fail by themselves.
   */
  WITHOUT_SAVEPOINT
}
