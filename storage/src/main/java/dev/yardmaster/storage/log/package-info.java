/**
 * What is kept on disk: the commit log, checkpoints, and the way back from both.
 *
 * <p>A data directory holds segments of the log, {@code log-*}, at most one checkpoint that counts,
 * {@code checkpoint-*}, and the lock of the process that works there. {@code SegmentFormat}, {@code
 * GroupFormat}, {@code RecordFormat}, {@code WriteFormat} and {@code CheckpointFormat} describe the
 * layouts, each in one place.
 *
 * <p>{@link dev.yardmaster.storage.log.CommitLog} appends: transactions come in the order of their
 * commit versions, those that arrived while the disk was busy form a group, and a group costs one
 * write and one force. Since the log is in commit order, what survives a crash is a prefix of that
 * order, whoever depends on whom. It belongs to one thread.
 *
 * <p>{@link dev.yardmaster.storage.log.Checkpointer} writes all entries of the store whose version
 * is at or below a watermark, piece by piece, while transactions go on: each storage worker hands
 * it a few entries at a time. When the checkpoint is on disk, segments that hold nothing above its
 * watermark are removed. It is an agent with a thread of its own.
 *
 * <p>{@link dev.yardmaster.storage.log.Recovery} reads the checkpoint and what the log has above
 * it. The log may end in what a crash has torn; damage anywhere else is an error, and nothing is
 * changed then. Applying a record twice, or in another order, gives the same store: the highest
 * version wins.
 */
package dev.yardmaster.storage.log;
