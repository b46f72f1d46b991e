/**
 * The audit log. For each action of a client, the log contains the principal, the time and the
 * outcome. {@link dev.yardmaster.server.audit.AuditEvent} is one line of the log. {@link
 * dev.yardmaster.server.audit.Audit} receives events from all threads; {@link
 * dev.yardmaster.server.audit.AuditLog} writes them to a file on its own thread.
 *
 * <p>The log contains names of principals, tables and procedures, numbers of keys, and transaction
 * ids. The log contains no values and no ids of keys.
 */
package dev.yardmaster.server.audit;
