/**
 * Asks a Yardmaster server, the coordinator, for leases of hot rows, so that several processes in
 * front of one database share one order of their transactions. Correctness does not depend on
 * leases: the database alone guarantees it.
 *
 * <p>A row is hot if it had at least three conflicts in the present and the previous second
 * together ({@code HotRows}). A row has a conflict when the database aborts a scheduled transaction
 * that used the row, or when a transaction has to wait for the row at the coordinator. Only
 * transactions that use hot rows ask the coordinator. A transaction asks for a lease after the
 * process's own schedule has admitted it. Conflicting transactions of one process therefore wait in
 * the schedule, and not at the coordinator. The transaction asks once, for all of its hot rows
 * together. The coordinator puts the request into the queues of all these rows in one step, so that
 * requests of several processes never form a cycle of waits.
 *
 * <p>If a running transaction names further hot rows, it gets a lease of these rows at once,
 * without a wait. The process's own schedule does the same. Otherwise, transactions of other
 * processes would not wait for this transaction, and would meet its locks, or deadlock with it, in
 * the database.
 *
 * <p>The coordinator knows a row only by a hash of 64 bits. The key of the hash is derived from the
 * name of the database and the token. Therefore the hashes of different databases, and of clients
 * with different tokens, have nothing in common. Nobody without the token can derive the values of
 * a key from the messages.
 *
 * <p>When its maximum wait has passed, a transaction withdraws its request and continues without a
 * lease. Until the coordinator answers the withdrawal, the process sends no further request. If
 * there is no answer within a second, the process closes the connection. After that, no transaction
 * of the process asks the coordinator for 100 ms. This pause doubles with each further failure, up
 * to 10 s. A lease ends at the latest when the connection ends, or when its holder has held it for
 * the maximum time that the request named.
 *
 * <p>The messages are defined in docs/protocol.md. This package encodes the messages itself ({@code
 * LeaseMessages}), so that applications need neither Netty nor Protocol Buffers.
 *
 * <p><b>Threads.</b> The threads of transactions write their requests to the socket. One daemon
 * thread for each coordinator object connects and reads. The thread begins when a transaction needs
 * a lease, and ends 10 s after the last lease, or when the connection fails. The thread has no
 * context class loader, so it does not prevent the unloading of the application's class loader. No
 * transaction waits until the connection is established; until then, transactions continue without
 * a lease.
 */
package dev.yardmaster.jdbc.coordinator;
