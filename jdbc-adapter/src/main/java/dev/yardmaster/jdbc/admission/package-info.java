/**
 * Schedules the transactions of an unchanged application, for the drop-in driver and DataSource.
 *
 * <p>Transactions whose first statements have the same text form a class ({@code
 * TransactionClass}). At first no class is scheduled: Yardmaster only counts the transactions of
 * each class, and the time that they lose by aborts. {@code AdmissionTrials} tries to schedule the
 * contended classes, and keeps them scheduled if more transactions complete in the same time.
 * Transactions of all other classes, and read-only or READ COMMITTED transactions, pass through:
 * they are not scheduled. No rows are derived for their statements.
 *
 * <p>Each connection has an {@link dev.yardmaster.jdbc.admission.AdmissionSession}, which receives
 * every statement before the statement is sent to the database. At the first statement of a
 * transaction of a scheduled class, the session predicts the rows that the transaction will use, in
 * three steps:
 *
 * <ol>
 *   <li>The session derives the rows of the statement itself from the statement's template and
 *       parameters.
 *   <li>The session adds the rows that earlier transactions of the class used later ({@code
 *       TransactionTemplate}). The added rows are mostly rows of other tables with the same key.
 *   <li>If this thread's last transaction began with the same statement and was aborted, the
 *       session adds the rows of that transaction, because a retry uses the same rows again.
 * </ol>
 *
 * <p>If no other transaction uses these rows, the transaction takes them without a lock ({@code
 * RowClaims}). Otherwise the session waits in the {@link dev.yardmaster.jdbc.schedule.Schedule}
 * that all connections share ({@code Admission}). Only the first statement waits. After the first
 * statement the transaction has its snapshot, and a wait could lead to a cycle of transactions that
 * wait for each other. If the transaction names further rows later, the session adds these rows to
 * the schedule, so that other transactions wait for them.
 *
 * <p>A transaction passes through without scheduling if its rows are unknown, if it exceeds the
 * maximum wait, or if the queue is full. The maximum wait is the mean time that aborts cost an
 * aborted transaction of the class, but at most the configured maximum. When a transaction has
 * waited that long, it removes other transactions from the schedule: those that delay it and have
 * already run for their own maximum wait. The application may have abandoned the removed
 * transactions. Yardmaster sends only the application's statements to the database, each of them
 * once. Every error comes from the database, except the error of a cancelled wait. A wrong
 * prediction therefore costs only time.
 *
 * <p>{@code DatabaseWatch} shows the figures, writes the log and advances the advisor. {@code
 * SchedulingSwitch} switches the scheduling, and wakes the threads that wait.
 *
 * <p><b>Threads.</b> A session belongs to its connection. The counts of a class are striped by
 * thread. A transaction whose rows no other transaction uses writes only the slots of its rows, and
 * acquires no lock. One lock guards the schedule. A thread holds the lock for microseconds, and
 * never while a statement runs or while it wakes another thread. The threads that end transactions
 * check the trials about once in a millisecond, and the log and the advisor about once in 5 ms.
 */
package dev.yardmaster.jdbc.admission;
