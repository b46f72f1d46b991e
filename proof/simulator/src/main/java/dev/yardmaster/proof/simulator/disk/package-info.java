/**
 * A disk in memory with planned faults, which loses in a crash what a disk may lose.
 *
 * <p>{@link dev.yardmaster.proof.simulator.disk.SimulatedDisk} is the directory: it counts
 * operations, hits {@link dev.yardmaster.proof.simulator.disk.DiskFault faults}, and returns the
 * disk that the next start finds after a crash of some {@link
 * dev.yardmaster.proof.simulator.disk.CrashStyle style}. {@code DirectoryEntries} and {@code
 * FileContents} each keep the forced state and the changes since.
 */
package dev.yardmaster.proof.simulator.disk;
