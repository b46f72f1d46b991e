/**
 * Read-only snapshots of the pipeline. {@code Snapshots} opens snapshots at the watermark, and
 * computes the horizon: the lowest version whose values the storage shards must keep. A {@code
 * PipelineSnapshot} reads from the shards with {@code KeyRead}s and {@code RangeRead}s, which do
 * not pass through a processor or the validator.
 *
 * <p>Callers' threads open and close snapshots and send reads. Storage workers answer the reads,
 * and query the horizon once in each duty cycle. While no snapshot is open, the cost is one lock
 * for each change of the watermark.
 */
package dev.yardmaster.processor.snapshot;
