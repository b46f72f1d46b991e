/**
 * The files of a data directory: writing, forcing, renaming and removing, behind {@code Disk},
 * which a simulation replaces. {@code FileDisk} is the file system's; it locks the directory for
 * one process.
 */
package dev.yardmaster.storage.log.disk;
