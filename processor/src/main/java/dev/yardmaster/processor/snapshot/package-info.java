/**
 * Read-only snapshots of the pipeline. {@code Snapshots} opens snapshots at the watermark, and
 * computes the horizon: the lowest version at which a read may still happen. The storage shards
 * keep all values that reads at or above the horizon need. A {@code PipelineSnapshot} reads from
 * the shards with {@code KeyRead}s and {@code RangeRead}s, which do not pass through a processor or
 * the validator.
 *
 * <p>Callers' threads open and close snapshots and send reads. Storage workers answer the reads,
 * and query the horizon once in each duty cycle. While no snapshot is open, the only cost is that a
 * storage worker takes a lock once after the watermark has changed.
 */
package dev.yardmaster.processor.snapshot;
