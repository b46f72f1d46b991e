/**
 * A disk in memory with planned faults. In a crash, the disk loses data in the same ways as a real
 * disk.
 *
 * <p>{@link dev.yardmaster.proof.simulator.disk.SimulatedDisk} is the directory. The simulated disk
 * counts operations, executes {@link dev.yardmaster.proof.simulator.disk.DiskFault faults}, and
 * returns the disk that the next start finds after a crash of a {@link
 * dev.yardmaster.proof.simulator.disk.CrashStyle style}. {@code DirectoryEntries} and {@code
 * FileContents} each hold the state that was forced and the changes since then.
 */
package dev.yardmaster.proof.simulator.disk;
