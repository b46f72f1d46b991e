/**
 * The durable state: the commit log, checkpoints, and recovery from both.
 *
 * <p>A data directory contains the segments of the log ({@code log-*}), at most one valid
 * checkpoint ({@code checkpoint-*}), and a lock file of the directory's process. The package {@code
 * format} describes the layouts of these files.
 *
 * <p>{@link dev.yardmaster.storage.log.CommitLog} appends transactions in the order of their commit
 * versions. Transactions that arrive while the disk is busy form the next group. Each group needs
 * only one write and one force. The log is in commit order, so a crash leaves a prefix of that
 * order. If the prefix contains a transaction, it also contains all transactions on which this
 * transaction depends. Only one thread uses the log.
 *
 * <p>The package {@code checkpoint} writes all entries of the store whose version is at or below a
 * watermark, while transactions continue. When the checkpoint is on disk, the log removes the
 * segments that have no versions above the checkpoint's watermark.
 *
 * <p>{@link dev.yardmaster.storage.log.Recovery} reads the checkpoint and the part of the log above
 * the checkpoint's watermark. A crash may have torn the end of the log. Damage anywhere else is an
 * error, and recovery leaves the directory unchanged. Recovery may apply a record twice or in
 * another order: the resulting store is the same, because the highest version of a key wins.
 */
package dev.yardmaster.storage.log;
