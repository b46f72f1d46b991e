/**
 * The durable state: the commit log, checkpoints, and recovery from both.
 *
 * <p>A data directory holds segments of the log, {@code log-*}, at most one valid checkpoint,
 * {@code checkpoint-*}, and the lock of the process that uses it. {@code SegmentFormat}, {@code
 * GroupFormat}, {@code RecordFormat}, {@code WriteFormat} and {@code CheckpointFormat} describe one
 * layout each.
 *
 * <p>{@link dev.yardmaster.storage.log.CommitLog} appends transactions in the order of their commit
 * versions. Those that arrived while the disk was busy form a group, and a group costs one write
 * and one force. Since the log is in commit order, a crash leaves a prefix of that order, which
 * contains every transaction that another one in it depends on. The log belongs to one thread.
 *
 * <p>{@link dev.yardmaster.storage.log.Checkpointer} writes all entries of the store whose version
 * is at or below a watermark, piece by piece, while transactions continue: each storage worker
 * passes it a few entries at a time. When the checkpoint is on disk, segments without versions
 * above its watermark are removed. The checkpointer is an agent with a thread of its own.
 *
 * <p>{@link dev.yardmaster.storage.log.Recovery} reads the checkpoint and the part of the log above
 * it. A crash may have torn the end of the log; damage anywhere else is an error, and leaves the
 * directory unchanged. Applying a record twice, or in another order, gives the same store: the
 * highest version wins.
 */
package dev.yardmaster.storage.log;
