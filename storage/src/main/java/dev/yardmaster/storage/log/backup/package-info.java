/**
 * Copies of a data directory, and new directories from copies.
 *
 * <p>{@code Backup} copies the directory of a running service, and {@code Archiver} copies each
 * file before it is removed. {@code Restore} writes a new directory from such copies, up to a
 * version or a time, and {@code Salvage} from what is whole of a damaged one. A new directory gets
 * its name when it is complete ({@code NewDirectory}). {@code Inspection} reads a directory without
 * a change.
 */
package dev.yardmaster.storage.log.backup;
