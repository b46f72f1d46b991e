/**
 * Read-only snapshots of the pipeline. {@code Snapshots} opens snapshots at the watermark, and
 * computes the horizon: the storage shards must keep the values of this version and of all later
 * versions. A {@code PipelineSnapshot} reads from the shards with {@code KeyRead}s and {@code
 * RangeRead}s, which do not pass through a processor or the validator.
 *
 * <p>Callers' threads open and close snapshots and send reads. Storage workers answer the reads,
 * and query the horizon once in each duty cycle. While no snapshot is open, the only cost is
 * locking once whenever the watermark changes.
 */
package dev.yardmaster.processor.snapshot;
