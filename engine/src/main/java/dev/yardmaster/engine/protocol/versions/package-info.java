/**
 * The versions of records, which the multi-version protocols share. The newest committed version of
 * a record is in the record itself, where a read finds it without a further cache line; older ones
 * are in slots of their own, in a chain from newer to older.
 *
 * <p>{@code RecordWords} and {@code VersionWords} define the words. {@code Versions} reads a
 * version, locks a record for a new one, installs it and retires the old ones that no transaction
 * can need. A protocol states how it resolves the lock of a writer that has not ended ({@code
 * PendingWriters}), when it locks records, and what readers leave behind.
 */
package dev.yardmaster.engine.protocol.versions;
