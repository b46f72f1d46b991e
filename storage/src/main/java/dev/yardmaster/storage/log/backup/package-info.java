/**
 * Makes copies of a data directory, and new data directories from such copies.
 *
 * <p>{@code Backup} copies the directory of a running service, and {@code Archiver} copies each
 * file before the service removes it. {@code Restore} writes a new directory from such copies, up
 * to a version or a time. {@code Salvage} writes a new directory from the intact parts of a damaged
 * directory. A new directory gets its final name only when it is complete ({@code NewDirectory}).
 * {@code Inspection} reads a directory without changing it.
 */
package dev.yardmaster.storage.log.backup;
