/**
 * The agents between the final validation and the log, and backups of a pipeline whose log is
 * replicated.
 *
 * <p>{@code GroupCommit} owns the log of a data directory, and writes each commit to the log before
 * the acknowledgement. {@code ReplicatedCommit} does the same with a log that several machines
 * share. Each class is an agent. It receives decided transactions in the order of their versions,
 * and answers them in this order.
 *
 * <p>{@code LiveBackup} writes a backup on the thread that requested the backup. The backup
 * consists of a checkpoint of the running stores ({@code LiveCheckpoint}), and the commits that
 * {@code ReplicatedCommit} appends in the meantime.
 */
package dev.yardmaster.processor.log;
