/**
 * Asks a Yardmaster server, the coordinator, for leases of hot rows, so that several processes in
 * front of one database share one order of their transactions. Correctness does not depend on
 * leases: the database alone guarantees it.
 *
 * <p>A row is hot if within the last two seconds at least three transactions that used it were
 * aborted by the database on conflict, or had to wait at the coordinator ({@code HotRows}). For all
 * other rows the coordinator is not asked. A transaction asks for a lease after the process's own
 * schedule has admitted it, so that at most one transaction of a process waits for a lease that
 * another process has. The transaction asks once, for all of its hot rows together. The coordinator
 * puts the request into the queues of all these rows in one step, so that requests of several
 * processes never wait for each other in a circle.
 *
 * <p>The coordinator knows a row only by a hash of 64 bits. The key of the hash is derived from the
 * name of the database and the token. The rows of two databases, and of clients with different
 * tokens, therefore do not mix, and no value of a key can be derived from the messages.
 *
 * <p>A transaction continues without a lease when its maximum wait has passed. It then withdraws
 * its request, and until the coordinator answers the withdrawal, no further request is sent. If
 * there is no answer for a second, the connection is closed. After that, no transaction asks the
 * coordinator for 100 ms; this time doubles with each failure, up to 10 s. A lease ends at the
 * latest when the connection ends, or when its holder has held it for the maximum time that the
 * request named.
 *
 * <p>The messages are defined in docs/protocol.md. This package encodes them itself ({@code
 * LeaseMessages}), so that applications need neither Netty nor Protocol Buffers.
 *
 * <p><b>Threads.</b> The threads of transactions write their requests to the socket. One daemon
 * thread for each coordinator object connects and reads. The thread begins when a transaction needs
 * a lease, and ends 10 s after the last lease, or when the connection fails. It has no context
 * class loader. After it has ended, no reference from it keeps the application's class loader from
 * being unloaded. No transaction waits for the connection to be established: in the meantime,
 * transactions continue without a lease.
 */
package dev.yardmaster.jdbc.coordinator;
