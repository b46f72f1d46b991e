/**
 * The agents between the final validation and the log, and backups of a pipeline whose log is
 * replicated.
 *
 * <p>{@code GroupCommit} owns the log of a data directory; it writes commits to the log before they
 * are acknowledged. {@code ReplicatedCommit} does the same with a log that several machines share.
 * Each of the two is an agent, takes decided transactions in the order of their versions, and
 * answers them in this order.
 *
 * <p>{@code LiveBackup} writes the commits that {@code ReplicatedCommit} has appended to a backup,
 * after a checkpoint of the running stores ({@code LiveCheckpoint}), on the thread that asked for
 * it.
 */
package dev.yardmaster.processor.log;
