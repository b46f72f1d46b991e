/**
 * The binary layouts of a data directory and of a replicated log, with their readers and writers.
 *
 * <p>The classes {@code SegmentFormat}, {@code GroupFormat}, {@code CommitFormat}, {@code
 * WriteFormat}, {@code CheckpointFormat} and {@code ReplicatedGroup} describe one layout each;
 * start reading there. {@code RecordEncoder} writes a transaction's record, {@code GroupBuffer} a
 * group of records, and {@code CheckpointWriter} the file of a checkpoint. {@code SegmentReader}
 * and {@code CheckpointReader} check each part of a file before they pass its contents to a
 * visitor. All objects here belong to one thread at a time, except {@code GroupFeed}, which two
 * threads share.
 */
package dev.yardmaster.storage.log.format;
