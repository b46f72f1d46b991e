/**
 * Batches and reorders transactions in front of a database that aborts them on conflict.
 *
 * <p>There are two ways in, and both use the same schedule of the rows that transactions say, or
 * are seen, to use. With {@link dev.yardmaster.jdbc.JdbcScheduler} the caller hands over
 * transactions as logic, with their {@link dev.yardmaster.jdbc.TransactionKeys}, and they are run,
 * and run again, for it. With {@link dev.yardmaster.jdbc.YardmasterDriver} or {@link
 * dev.yardmaster.jdbc.YardmasterDataSource} an application stays as it is, and its transactions
 * wait in their first statement. What is wrong about rows costs time and never correctness, which
 * is the database's.
 *
 * <p>What is public here and in {@code failure} is for callers; what is public in the others is so
 * for the sake of these packages, and may change.
 *
 * <ul>
 *   <li>{@code schedule}: who may start next, by batches, victims and queues of rows; for both ways
 *   <li>{@code sql}: which rows a statement uses, from its text and its parameters; for both ways
 *   <li>{@code failure}: what a database's failure means for its transaction; for both ways
 *   <li>{@code admission}: what the transactions of an unchanged application will use, and where
 *       they wait; for driver and DataSource
 *   <li>{@code driver}: JDBC's interfaces around the vendor's objects, for driver and DataSource,
 *       and the connection that the scheduler gives to a transaction's logic
 * </ul>
 *
 * <p>The scheduler's own workings are here. A {@code Lane} is a thread and the connection that it
 * has borrowed from the pool. All lanes share {@code Lanes}: the {@link
 * dev.yardmaster.jdbc.schedule.Schedule} behind one lock. A lane that ends its transaction takes
 * the next itself, so that of transactions that conflict the next mostly runs on the connection of
 * the one before it, without another thread in between. {@code TransactionRunner} is the life of
 * one transaction on a lane: run, commit, and run again when the database aborted it, while its
 * rows stay its own. What cannot be known is never run again.
 *
 * <p>The hot paths are {@link dev.yardmaster.jdbc.schedule.Schedule#next} and, for the driver, what
 * {@code driver} and {@code sql} do for each statement.
 *
 * <p><b>Threads.</b> The scheduler owns a thread for each connection that it uses at once, and one
 * that watches deadlines. The state of a {@code PendingTransaction} belongs to the schedule's lock
 * until a lane takes it, then to that lane; futures are completed by lanes, after the rows were
 * given up. The driver and the DataSource own none: transactions wait on the threads of the
 * application.
 */
package dev.yardmaster.jdbc;
