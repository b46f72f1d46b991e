/**
 * The layouts of the bytes in a data directory and in a log that several machines share, with their
 * readers and writers.
 *
 * <p>The classes {@code SegmentFormat}, {@code GroupFormat}, {@code RecordFormat}, {@code
 * WriteFormat}, {@code CheckpointFormat} and {@code ReplicatedGroup} describe one layout each; a
 * reader of this package starts there. {@code RecordEncoder} makes a transaction's record, {@code
 * GroupBuffer} a group of records, and {@code CheckpointWriter} the file of a checkpoint. {@code
 * SegmentReader} and {@code CheckpointReader} check each part of a file before they show its
 * contents. All objects here belong to one thread at a time, except {@code GroupFeed}, which two
 * threads share.
 */
package dev.yardmaster.storage.log.format;
