/**
 * Leases of rows, by which several processes in front of one SQL database share one order of their
 * transactions on hot rows. The rows belong to the other database; this server knows only numbers
 * for them. A database's correctness does not depend on leases.
 *
 * <p>A request names all rows of a transaction, and joins the queues of all these rows in one step
 * ({@code RowLeases}). Any two requests are therefore in the same order in each queue that they
 * share, so requests never wait for each other in a circle. A request is granted when it is at the
 * head of each of its queues; requests that only read a row share the head. The queues are first
 * in, first out.
 *
 * <p>A lease ends when its client releases it, when its connection ends, or after the time that the
 * request states. A process that stops therefore delays others for at most this time.
 *
 * <p><b>Threads.</b> The event loops of all connections share one object, whose monitor guards the
 * queues. A thread holds the monitor for microseconds, and tells clients of their leases after it
 * has left the monitor.
 */
package dev.yardmaster.server.leases;
