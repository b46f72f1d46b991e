/**
 * A disk in memory with planned faults. In a crash the disk loses data in the ways in which a real
 * disk may lose data.
 *
 * <p>{@link dev.yardmaster.proof.simulator.disk.SimulatedDisk} is the directory. The simulated disk
 * counts operations, executes {@link dev.yardmaster.proof.simulator.disk.DiskFault faults}, and
 * returns the disk that the next start finds after a crash of a {@link
 * dev.yardmaster.proof.simulator.disk.CrashStyle style}. {@code DirectoryEntries} and {@code
 * FileContents} each hold the forced state and the changes after it.
 */
package dev.yardmaster.proof.simulator.disk;
