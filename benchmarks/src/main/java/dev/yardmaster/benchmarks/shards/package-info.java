/**
 * A model of a validator that is sharded over several machines. The classes decide on batches of
 * transactions like the pipeline's validator, but they have no queues, no threads and no clock. A
 * caller passes slices, votes and outcomes from one object to the next.
 *
 * <ol>
 *   <li>{@link dev.yardmaster.benchmarks.shards.Slicer}, at the leader, numbers batches and divides
 *       each batch into a {@link dev.yardmaster.benchmarks.shards.Slice} for each shard. The slices
 *       carry the outcomes of the batches that were decided since the previous batch was sliced.
 *   <li>{@link dev.yardmaster.benchmarks.shards.ValidatorShard} records the writes of the committed
 *       transactions in these outcomes, and votes on its slice. {@link
 *       dev.yardmaster.benchmarks.shards.Votes} names the reads that are stale, and the reads that
 *       become stale if a certain undecided transaction commits. All other reads are fresh.
 *   <li>{@link dev.yardmaster.benchmarks.shards.BatchOrderer}, at the leader, joins the votes and
 *       orders the batch over the keys of all shards.
 *   <li>{@link dev.yardmaster.benchmarks.shards.BatchDecider}, at the leader, takes the batches in
 *       the order of their numbers, resolves the conditions, repairs transactions, and assigns the
 *       commit versions.
 * </ol>
 *
 * <p>A shard records only writes that commit. So no transaction aborts because of the writes of a
 * transaction that another shard refused. The division of the validator comes from Centiman.
 * Centiman's shards keep the writes of refused transactions until the watermark passes these
 * writes.
 *
 * <p>{@link dev.yardmaster.reorder.batch.Reorderer} and {@link
 * dev.yardmaster.validator.CommittedVersions} are the pipeline's own classes. Scans and
 * reservations are not modeled.
 */
package dev.yardmaster.benchmarks.shards;
