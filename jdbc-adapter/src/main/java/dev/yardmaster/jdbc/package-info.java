/**
 * Batches and reorders transactions in front of a database that aborts them on conflict.
 *
 * <p>There are two ways to use the adapter. In both ways, Yardmaster schedules transactions by the
 * rows that they use. With {@link dev.yardmaster.jdbc.JdbcScheduler} the caller submits
 * transactions as logic with their {@link dev.yardmaster.jdbc.TransactionKeys}, and the scheduler
 * runs and retries them. With {@link dev.yardmaster.jdbc.YardmasterDriver} or {@link
 * dev.yardmaster.jdbc.YardmasterDataSource} an application remains unchanged. Yardmaster predicts
 * the rows of a transaction from earlier transactions, and the transaction waits at its first
 * statement. A wrong prediction costs only time, because the database guarantees correctness.
 *
 * <p>The public types of this package, of {@code failure}, {@code retry}, {@code figures} and
 * {@code meters} are for callers. The public types of the other packages are only for this project,
 * and may change.
 *
 * <ul>
 *   <li>{@code schedule} decides which transaction may start next, by batches, victims and queues
 *       of rows. The scheduler, the driver and the DataSource use this package.
 *   <li>{@code sql} derives, from the text and the parameters of a statement, the rows that the
 *       statement uses. The scheduler, the driver and the DataSource use this package.
 *   <li>{@code failure} determines the meaning of a database's failure for the transaction. The
 *       scheduler, the driver and the DataSource use this package.
 *   <li>{@code retry} repeats transactions that the database aborted. The scheduler uses the rule
 *       of this package. The loop of this package is for applications that use the driver or the
 *       DataSource.
 *   <li>{@code durability} commits transactions without a flush, and later flushes many of them
 *       together. The scheduler uses this package if early release is on.
 *   <li>{@code admission} predicts the rows of an unchanged application's transactions, and admits
 *       the transactions in the schedule's order. The driver and the DataSource use this package.
 *   <li>{@code counting} counts the transactions of the driver and the DataSource. {@code figures}
 *       shows the counts by API, JMX and Micrometer, and lets users switch scheduling on and off.
 *   <li>{@code advice} measures whether scheduling helps. The driver and the DataSource use this
 *       package.
 *   <li>{@code hints} suggests the correct form of a misspelt URL or setting. {@code log} shows
 *       warnings if the application has no SLF4J provider.
 *   <li>{@code coordinator} asks a server for leases of hot rows, so that several processes share
 *       one order. The scheduler, the driver and the DataSource use this package.
 *   <li>{@code driver} contains the wrappers of the vendor's JDBC objects, for the driver and the
 *       DataSource. The package also contains the connection that the scheduler passes to a
 *       transaction's logic.
 * </ul>
 *
 * <p>The scheduler's implementation is in this package. A {@code Lane} is a thread with a
 * connection that it has borrowed from the pool. All lanes share one {@code Lanes} object, whose
 * lock guards the {@link dev.yardmaster.jdbc.schedule.Schedule}. A lane that ends a transaction
 * starts the next transaction itself. Conflicting transactions therefore mostly run one after
 * another on the same connection, without a switch of threads. {@code EarlyReleaseConnection} is a
 * lane's connection with early release. {@code TransactionRunner} runs one transaction on a lane.
 * The runner executes the logic, commits, and retries while the database aborts the transaction.
 * The schedule releases the rows of the transaction only after the last attempt. A transaction with
 * an unknown outcome is never retried.
 *
 * <p>The hot paths are {@link dev.yardmaster.jdbc.schedule.Schedule#next} and, for the driver, the
 * work of {@code driver} and {@code sql} for each statement.
 *
 * <p><b>Threads.</b> The scheduler owns one thread for each connection that runs transactions, and
 * one thread for the deadlines. With early release the scheduler has a further thread for the
 * forces, and threads that complete futures after a force. The lock of {@code Lanes} guards the
 * state of a {@code PendingTransaction} until a lane starts the transaction. After that, the lane
 * owns the state. A lane completes the future after it has released the transaction's rows. The
 * driver and the DataSource own no threads, except the thread of {@code coordinator} while leases
 * are needed, and the thread of {@code sql} that parses new texts. Transactions of the driver and
 * the DataSource wait on the application's threads.
 */
@NullMarked
package dev.yardmaster.jdbc;

import org.jspecify.annotations.NullMarked;
