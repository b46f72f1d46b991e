/**
 * The files of a data directory: writing, forcing, renaming and removing. A simulation replaces the
 * interface {@code Disk}. {@code FileDisk} is a directory of the file system, usually locked for
 * one process.
 */
package dev.yardmaster.storage.log.disk;
