/**
 * The files of a data directory: writing, forcing, renaming and removing. A simulation replaces the
 * interface {@code Disk}. {@code FileDisk} is a directory of the file system, which it usually
 * locks for one process.
 */
package dev.yardmaster.storage.log.disk;
