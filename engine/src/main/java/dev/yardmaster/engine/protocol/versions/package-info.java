/**
 * The versions of records, which all multi-version protocols share: chains of versions, newest
 * first, with the rows of the versions in slots of their own.
 *
 * <p>{@code RecordWords} and {@code VersionWords} define the words. {@code Versions} finds the
 * version that a transaction reads, installs and takes back versions, and retires those that no
 * transaction can need. A protocol states how it resolves a version whose writer has not ended
 * ({@code PendingStamps}), when it installs versions, and what readers leave behind.
 */
package dev.yardmaster.engine.protocol.versions;
