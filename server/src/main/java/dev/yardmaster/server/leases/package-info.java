/**
 * Leases of rows, by which several processes in front of one SQL database share one order of their
 * transactions on hot rows. The rows belong to the SQL database; this server knows each row only by
 * a number. A database's correctness does not depend on leases.
 *
 * <p>A request names all rows of a transaction, and joins the queues of all these rows in one step
 * ({@code RowLeases}). Any two requests are therefore in the same order in each queue that they
 * share, so requests never form a cycle of waits. A request is granted when it is at the head of
 * each of its queues. Adjacent requests that only read a row share the head of its queue. The
 * queues are first in, first out.
 *
 * <p>A running transaction that names further rows gets a lease of these rows at once, because it
 * uses the rows in any case. Later requests wait for its end.
 *
 * <p>A lease ends when its client releases it, when its connection ends, or after the time that the
 * request states. A process that stops therefore delays other processes for at most this time.
 *
 * <p><b>Threads.</b> The event loops of all connections share one object, whose monitor guards the
 * queues. A thread holds the monitor for microseconds. The thread notifies clients of granted
 * leases after it has released the monitor.
 */
package dev.yardmaster.server.leases;
