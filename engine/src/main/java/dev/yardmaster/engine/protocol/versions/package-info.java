/**
 * The storage of record versions, which the multi-version protocols share. The newest committed
 * version of a record is in the record itself, so a read of this version loads no further cache
 * line. Each older version has its own slot; these versions form a chain from newer to older.
 *
 * <p>{@code RecordWords} and {@code VersionWords} define the layout of the words in front of the
 * rows. {@code Versions} reads a version, locks a record for a new version, installs it, and
 * retires old versions that no transaction can need. A protocol determines how readers treat the
 * lock of a writer that has not ended ({@code PendingWriters}), when records are locked, and what
 * readers write to a record.
 */
package dev.yardmaster.engine.protocol.versions;
