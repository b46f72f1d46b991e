/**
 * Asks a Yardmaster server, the coordinator, for leases of hot rows, so that several processes in
 * front of one database share one order of their transactions. Correctness does not depend on
 * leases: the database alone guarantees it.
 *
 * <p>A row is hot if it was recently several times part of a transaction that the database aborted
 * on conflict, or of a request that had to wait at the coordinator ({@code HotRows}). For all other
 * rows nobody is asked. A transaction asks for a lease after the process's own schedule has
 * admitted it, so that at most one transaction of a process waits for a lease that another process
 * has. It asks once, for all of its hot rows together. The coordinator puts the request into the
 * queues of all these rows in one step, so that requests of several processes never wait for each
 * other in a circle.
 *
 * <p>The coordinator knows a row only by a hash of 64 bits. The key of the hash is derived from the
 * name of the database and the token. The rows of two databases, and of clients with different
 * tokens, therefore do not mix, and no value of a key can be derived from the messages.
 *
 * <p>A transaction goes on without a lease when it has waited for as long as its wait is bounded.
 * If the coordinator does not answer the withdrawal of such a request either, no further request is
 * sent. Without an answer for a second the connection is closed. Then the coordinator is not asked
 * for 100 ms; this time doubles with each failure, up to 10 s. A lease ends at the latest when the
 * connection ends, or when its holder has held it for as long as anybody waits.
 *
 * <p>The messages are those of docs/protocol.md. This package encodes them itself ({@code
 * LeaseMessages}), so that applications need neither Netty nor Protocol Buffers.
 *
 * <p><b>Threads.</b> The threads of transactions write their requests to the socket. One daemon
 * thread for each coordinator object connects and reads. The thread begins when a transaction needs
 * a lease, and ends 10 s after the last lease, or when the connection fails. It has no context
 * class loader, and a class loader that was dropped is not reachable after this time. No
 * transaction waits for the connection to be established: meanwhile, transactions go on without a
 * lease.
 */
package dev.yardmaster.jdbc.coordinator;
