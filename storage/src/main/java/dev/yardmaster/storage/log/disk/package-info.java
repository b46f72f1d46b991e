/**
 * The files of a data directory: writing, forcing, renaming and removing, behind {@code Disk},
 * which a simulation replaces. {@code FileDisk} is a directory of the file system, which it usually
 * locks for one process.
 */
package dev.yardmaster.storage.log.disk;
