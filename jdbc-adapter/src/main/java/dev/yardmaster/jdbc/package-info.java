/**
 * Batches and reorders transactions in front of a database that aborts them on conflict.
 *
 * <p>There are two ways to use the adapter. Both ways schedule transactions by rows: those that the
 * transactions declare, or those that were observed in earlier transactions. With {@link
 * dev.yardmaster.jdbc.JdbcScheduler} the caller submits transactions as logic with their {@link
 * dev.yardmaster.jdbc.TransactionKeys}, and the scheduler runs and retries them. With {@link
 * dev.yardmaster.jdbc.YardmasterDriver} or {@link dev.yardmaster.jdbc.YardmasterDataSource} an
 * application remains unchanged, and its transactions wait at their first statement. Wrong rows
 * cost only time, because the database guarantees correctness.
 *
 * <p>The public types of this package, of {@code failure}, {@code retry}, {@code figures} and
 * {@code meters} are for callers. The public types of the other packages are only for this project,
 * and may change.
 *
 * <ul>
 *   <li>{@code schedule} decides which transaction may start next, by batches, victims and queues
 *       of rows. Both ways use this package.
 *   <li>{@code sql} derives the rows that a statement uses from its text and its parameters. Both
 *       ways use this package.
 *   <li>{@code failure} determines the meaning of a database's failure for the transaction. Both
 *       ways use this package.
 *   <li>{@code retry} repeats transactions that the database aborted. The scheduler uses its rule;
 *       its loop is for applications that use the driver or the DataSource.
 *   <li>{@code durability} commits transactions before their flush, and flushes many of them
 *       together. The scheduler uses this package if early release is on.
 *   <li>{@code admission} predicts the rows of an unchanged application's transactions, and admits
 *       the transactions in the schedule's order. The driver and the DataSource use this package.
 *   <li>{@code counting} counts the transactions of the driver and the DataSource. {@code figures}
 *       shows the counts by API, JMX and Micrometer, and lets users switch the scheduling.
 *   <li>{@code advice} finds out whether scheduling helps. The driver and the DataSource use this
 *       package.
 *   <li>{@code hints} finds what a misspelt URL or setting means, and {@code log} shows warnings
 *       without a provider of SLF4J.
 *   <li>{@code coordinator} asks a server for leases of hot rows, so that several processes share
 *       one order. Both ways use this package.
 *   <li>{@code driver} wraps the vendor's objects in JDBC's interfaces, for the driver and the
 *       DataSource. The package also has the connection that the scheduler passes to a
 *       transaction's logic.
 * </ul>
 *
 * <p>The scheduler's implementation is in this package. A {@code Lane} is a thread with the
 * connection that it has borrowed from the pool. All lanes share {@code Lanes}, which has the
 * {@link dev.yardmaster.jdbc.schedule.Schedule} behind one lock. A lane that ends a transaction
 * starts the next transaction itself. Conflicting transactions therefore mostly run one after
 * another on the same connection, without a switch of threads. {@code EarlyReleaseConnection} is a
 * lane's connection with early release. {@code TransactionRunner} runs one transaction on a lane.
 * The runner executes the logic, commits, and retries while the database aborts the transaction.
 * The transaction keeps its rows until its end. A transaction with an unknown outcome is never
 * retried.
 *
 * <p>The hot paths are {@link dev.yardmaster.jdbc.schedule.Schedule#next} and, for the driver, the
 * work of {@code driver} and {@code sql} for each statement.
 *
 * <p><b>Threads.</b> The scheduler owns one thread for each connection that runs transactions, and
 * one thread for the deadlines. With early release the scheduler has a further thread for the
 * forces, and threads that complete futures after a force. The schedule's lock guards the state of
 * a {@code PendingTransaction} until a lane starts the transaction. Then the lane owns the state.
 * Lanes complete futures after they release the rows. The driver and the DataSource own no threads,
 * except the thread of {@code coordinator} while leases are needed, and the thread of {@code sql}
 * that parses new texts. Transactions of the driver and the DataSource wait on the application's
 * threads.
 */
@NullMarked
package dev.yardmaster.jdbc;

import org.jspecify.annotations.NullMarked;
