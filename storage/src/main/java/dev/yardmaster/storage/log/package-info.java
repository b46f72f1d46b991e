/**
 * The durable state: the commit log, checkpoints, and recovery from both.
 *
 * <p>A data directory contains the segments of the log ({@code log-*}), at most one valid
 * checkpoint ({@code checkpoint-*}), and the lock file of the process that uses the directory. Each
 * of {@code SegmentFormat}, {@code GroupFormat}, {@code RecordFormat}, {@code WriteFormat} and
 * {@code CheckpointFormat} describes one layout.
 *
 * <p>{@link dev.yardmaster.storage.log.CommitLog} appends transactions in the order of their commit
 * versions. Transactions that arrive while the disk is busy form a group, and a group costs one
 * write and one force. The log is in commit order, so a crash leaves a prefix of that order. With
 * each transaction, this prefix contains all transactions on which it depends. The log belongs to
 * one thread.
 *
 * <p>{@link dev.yardmaster.storage.log.Checkpointer} writes all entries of the store whose version
 * is at or below a watermark, while transactions continue. The checkpointer requests a bounded
 * number of entries at a time from each storage worker. When the checkpoint is on disk, the log
 * removes segments without versions above the checkpoint's watermark. The checkpointer is an agent
 * that runs on its own thread.
 *
 * <p>{@link dev.yardmaster.storage.log.Recovery} reads the checkpoint and the part of the log above
 * the checkpoint's watermark. A crash may have torn the end of the log. Damage at any other place
 * is an error, and the directory stays unchanged. Applying a record twice, or applying records in
 * another order, gives the same store, because the highest version of a key wins.
 */
package dev.yardmaster.storage.log;
