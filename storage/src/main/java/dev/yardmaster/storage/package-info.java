/**
 * The versioned store, and the workers that serve it.
 *
 * <p>A {@link dev.yardmaster.storage.StorageWorker} owns one shard, a {@link
 * dev.yardmaster.storage.VersionedStore}, and is the only thread that accesses it. Coordinators
 * send {@link dev.yardmaster.storage.ReadRequest}s and {@link dev.yardmaster.storage.WriteRequest}s
 * through the worker's queue, and the worker returns the same object through the reply queue that
 * the request names. With storage reordering the worker applies the writes of a batch before it
 * serves the batch's reads, since a read that overtakes a waiting write sees a value that can only
 * fail validation later (batching paper, section 3.1).
 *
 * <p>The hot path is {@link dev.yardmaster.storage.StorageWorker#doWork} down to the lookup in
 * {@link dev.yardmaster.storage.InMemoryStore}; it allocates only for new keys.
 *
 * <p>A write carries its transaction's commit version from the validator; the highest version of a
 * key wins, whatever the order of arrival. Deleted keys stay as tombstones until no older write can
 * arrive.
 *
 * <p>The outcomes of transactions with an id are entries of a reserved table. A worker drops those
 * older than the {@link dev.yardmaster.api.outcome.OutcomeHorizon}, a bounded number in a duty
 * cycle, and raises the horizon when its shard has too many.
 */
package dev.yardmaster.storage;
