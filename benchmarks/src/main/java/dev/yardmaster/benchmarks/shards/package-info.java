/**
 * A validator that is sharded over several machines, as a model. The classes decide on batches of
 * transactions like the pipeline's validator, but they have no queues, no threads and no clock; a
 * caller carries slices, votes and outcomes from one to the other.
 *
 * <ol>
 *   <li>{@link dev.yardmaster.benchmarks.shards.Slicer}, at the leader, numbers batches and cuts
 *       each batch into a {@link dev.yardmaster.benchmarks.shards.Slice} for each shard. The slices
 *       carry the outcomes of the batches that were decided since the last one.
 *   <li>{@link dev.yardmaster.benchmarks.shards.ValidatorShard} records the writes that those
 *       outcomes name, and votes on its slice: {@link dev.yardmaster.benchmarks.shards.Votes}
 *       contains the reads that are stale, or stale if an undecided transaction, named by batch and
 *       place, commits. All other reads are fresh.
 *   <li>{@link dev.yardmaster.benchmarks.shards.BatchOrderer}, at the leader, joins the votes and
 *       orders the batch over the keys of all shards.
 *   <li>{@link dev.yardmaster.benchmarks.shards.BatchDecider}, at the leader, takes the batches by
 *       number, resolves the conditions, repairs, and assigns the commit versions.
 * </ol>
 *
 * <p>A shard records only writes that commit, so no transaction aborts because of a transaction
 * that another shard refused. Centiman, from which the split of the validator comes, lets shards
 * keep such writes until the watermark passes them.
 *
 * <p>{@link dev.yardmaster.reorder.batch.Reorderer} and {@link
 * dev.yardmaster.validator.CommittedVersions} are the pipeline's own classes. Scans and
 * reservations are not modeled.
 */
package dev.yardmaster.benchmarks.shards;
