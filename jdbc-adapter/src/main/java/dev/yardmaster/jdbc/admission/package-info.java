/**
 * Admits the transactions of an unchanged application in the schedule's order. The package
 * implements the scheduling of the drop-in driver.
 *
 * <p>Each connection has an {@link dev.yardmaster.jdbc.admission.AdmissionSession}, which receives
 * every statement before the statement is sent to the database. At the first statement of a
 * transaction, the session predicts the rows that the transaction will use, in three steps:
 *
 * <ol>
 *   <li>The session uses the rows of the statement itself, from the statement's template and
 *       parameters.
 *   <li>The session adds the rows that earlier transactions with the same first text used later
 *       ({@code TransactionTemplate}). The added rows are mostly rows of other tables with the same
 *       key.
 *   <li>If this thread's last transaction began in the same way and was aborted, it adds the rows
 *       of that transaction, because an application that retries uses the same rows again.
 * </ol>
 *
 * <p>The session then waits in the {@link dev.yardmaster.jdbc.schedule.Schedule} that all
 * connections share ({@code Admission}). Only the first statement waits. After the first statement
 * the transaction has its snapshot, and a wait could lead to a cycle of transactions that wait for
 * each other. If the transaction names further rows later, the session adds them to the schedule,
 * so that other transactions wait for them.
 *
 * <p>A transaction passes through without scheduling if its rows are unknown, if it exceeds the
 * maximum wait, or if the queue is full. Yardmaster sends only the application's statements to the
 * database, each of them once. Every error comes from the database, except the error of a cancelled
 * wait. A wrong prediction therefore costs only time.
 *
 * <p><b>Threads.</b> A session belongs to its connection. One lock guards the admission's state. A
 * thread holds the lock for microseconds, and never while a statement runs.
 */
package dev.yardmaster.jdbc.admission;
