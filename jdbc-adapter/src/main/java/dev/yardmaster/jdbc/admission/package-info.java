/**
 * Where transactions of an unchanged application wait for their turn: the workings of the drop-in
 * driver.
 *
 * <p>Each connection has a {@link dev.yardmaster.jdbc.admission.AdmissionSession}, which is told of
 * every statement before it goes to the database. At the first statement of a transaction the
 * session asks which rows the transaction will use:
 *
 * <ol>
 *   <li>those of the statement itself, from its template and its parameters;
 *   <li>those that transactions beginning with the same text used later ({@code
 *       TransactionTemplate}): rows of other tables with the same key, mostly;
 *   <li>when this thread's last transaction began the same way and was aborted, the rows that it
 *       had used: an application that tries again does the same again.
 * </ol>
 *
 * <p>It then waits in the {@link dev.yardmaster.jdbc.schedule.Schedule} that all connections share
 * ({@code Admission}). Only the first statement waits: later the transaction has its snapshot, and
 * whoever waited then could wait for somebody who waits for it. Rows that turn up later are written
 * down, so that others wait.
 *
 * <p>Whatever cannot be told, has waited for too long, or finds no room, passes straight through.
 * Nothing is ever sent to the database that the application did not send, nothing is sent twice,
 * and an error is the database's own: what is decided here costs time and never correctness.
 *
 * <p><b>Threads.</b> A session is its connection's. The admission's state is behind one lock, held
 * for microseconds and never while a statement runs.
 */
package dev.yardmaster.jdbc.admission;
