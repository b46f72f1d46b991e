/**
 * Admits the transactions of an unchanged application in turn: the implementation of the drop-in
 * driver.
 *
 * <p>Each connection has an {@link dev.yardmaster.jdbc.admission.AdmissionSession}, which receives
 * every statement before it goes to the database. At the first statement of a transaction, the
 * session predicts the rows that the transaction will use:
 *
 * <ol>
 *   <li>the rows of the statement itself, from its template and its parameters;
 *   <li>the rows that transactions with the same first text used later ({@code
 *       TransactionTemplate}): mostly rows of other tables with the same key;
 *   <li>if this thread's last transaction began in the same way and was aborted, the rows that it
 *       used: an application that retries uses the same rows again.
 * </ol>
 *
 * <p>The session then waits in the {@link dev.yardmaster.jdbc.schedule.Schedule} that all
 * connections share ({@code Admission}). Only the first statement waits: later the transaction has
 * its snapshot, and a transaction that waited then could wait for one that waits for it. Rows that
 * the transaction names later are added to the schedule, so that others wait for them.
 *
 * <p>A transaction whose rows are unknown, that exceeds the maximum wait, or that finds the queue
 * full passes through. Yardmaster sends the database only the application's statements, each of
 * them once, and every error except that of a cancelled wait is the database's own: a wrong
 * prediction costs time and never correctness.
 *
 * <p><b>Threads.</b> A session belongs to its connection. One lock guards the admission's state; it
 * is held for microseconds and never while a statement runs.
 */
package dev.yardmaster.jdbc.admission;
