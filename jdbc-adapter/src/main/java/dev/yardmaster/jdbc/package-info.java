/**
 * Batches and reorders transactions in front of a database that aborts them on conflict.
 *
 * <p>There are two ways to use it, with the same schedule of the rows that transactions declare, or
 * are observed, to use. With {@link dev.yardmaster.jdbc.JdbcScheduler} the caller submits
 * transactions as logic with their {@link dev.yardmaster.jdbc.TransactionKeys}, and the scheduler
 * runs and retries them. With {@link dev.yardmaster.jdbc.YardmasterDriver} or {@link
 * dev.yardmaster.jdbc.YardmasterDataSource} an application stays unchanged, and its transactions
 * wait at their first statement. Wrong rows cost time and never correctness, which the database
 * guarantees.
 *
 * <p>The public types of this package and of {@code failure} are for callers; public types of the
 * other packages serve these packages only, and may change.
 *
 * <ul>
 *   <li>{@code schedule}: which transaction may start next, by batches, victims and queues of rows;
 *       for both ways
 *   <li>{@code sql}: which rows a statement uses, from its text and its parameters; for both ways
 *   <li>{@code failure}: the meaning of a database's failure for its transaction; for both ways
 *   <li>{@code admission}: predicts the rows of an unchanged application's transactions, and admits
 *       them in turn; for driver and DataSource
 *   <li>{@code driver}: JDBC's interfaces around the vendor's objects, for driver and DataSource,
 *       and the connection that the scheduler gives to a transaction's logic
 * </ul>
 *
 * <p>The scheduler's implementation is in this package. A {@code Lane} is a thread with the
 * connection that it has borrowed from the pool. All lanes share {@code Lanes}: the {@link
 * dev.yardmaster.jdbc.schedule.Schedule} behind one lock. A lane that ends its transaction takes
 * the next one itself, so that of conflicting transactions the next one mostly runs on the
 * connection of the one before it, without a switch of threads. {@code TransactionRunner} runs one
 * transaction on a lane: it runs the logic, commits, and retries while the database aborts the
 * transaction, which keeps its rows meanwhile. A transaction with an unknown outcome is never
 * retried.
 *
 * <p>The hot paths are {@link dev.yardmaster.jdbc.schedule.Schedule#next} and, for the driver, the
 * work of {@code driver} and {@code sql} for each statement.
 *
 * <p><b>Threads.</b> The scheduler owns one thread for each connection that it uses at once, and
 * one for the deadlines. The state of a {@code PendingTransaction} belongs to the schedule's lock
 * until a lane takes it, then to that lane; lanes complete futures after the rows are released. The
 * driver and the DataSource have no threads: transactions wait on the application's threads.
 */
package dev.yardmaster.jdbc;
