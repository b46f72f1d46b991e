/**
 * Checkpoints of a running service, which let the log become shorter.
 *
 * <p>{@link dev.yardmaster.storage.log.checkpoint.Checkpointer} is an agent on its own thread. It
 * decides when a checkpoint is due, and when the checkpoint is valid. It owns one {@code
 * CheckpointTarget}, which copies the entries of the storage workers, a bounded number at a time:
 * {@code CheckpointFiles} to a file in the data directory, and {@code TableFlush} to the table
 * below the stores. {@code CheckpointFile} and {@code TableCheckpoint} write the checkpoints of
 * backups.
 */
package dev.yardmaster.storage.log.checkpoint;
