/**
 * Checkpoints of a running service. After a checkpoint, the log can remove old segments.
 *
 * <p>{@link dev.yardmaster.storage.log.checkpoint.Checkpointer} is an agent on its own thread. It
 * decides when a checkpoint is due, and when the checkpoint is valid. It owns one {@code
 * CheckpointTarget}. The target copies the entries of the storage workers, a bounded number at a
 * time. {@code CheckpointFiles} copies entries to a file in the data directory, and {@code
 * TableFlush} copies them to the table of the stores. {@code CheckpointFile} and {@code
 * TableCheckpoint} write the checkpoints of backups.
 */
package dev.yardmaster.storage.log.checkpoint;
