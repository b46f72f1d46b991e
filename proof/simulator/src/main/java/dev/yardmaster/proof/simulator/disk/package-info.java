/**
 * A disk in memory that fails where it is told to, and that loses in a crash what a disk may lose.
 *
 * <p>{@link dev.yardmaster.proof.simulator.disk.SimulatedDisk} is the directory: it counts
 * operations, meets its {@link dev.yardmaster.proof.simulator.disk.DiskFault faults}, and gives the
 * disk that the next start finds after a crash of some {@link
 * dev.yardmaster.proof.simulator.disk.CrashStyle style}. {@code DirectoryEntries} and {@code
 * FileContents} each know what was forced and what has happened since.
 */
package dev.yardmaster.proof.simulator.disk;
