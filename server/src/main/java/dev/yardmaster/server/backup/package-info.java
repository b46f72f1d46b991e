/**
 * Backups of a running server over its admin address. {@link
 * dev.yardmaster.server.backup.BackupServer} sends the files of a {@link
 * dev.yardmaster.storage.log.backup.Backup} as a tar archive, and {@link
 * dev.yardmaster.server.backup.BackupStream} receives them into a new directory.
 */
package dev.yardmaster.server.backup;
