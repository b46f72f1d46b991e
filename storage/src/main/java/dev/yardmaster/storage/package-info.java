/**
 * The versioned store, and the workers that serve it.
 *
 * <p>A {@link dev.yardmaster.storage.StorageWorker} owns one shard, a {@link
 * dev.yardmaster.storage.VersionedStore}, and is the only thread that touches it. Coordinators send
 * it {@link dev.yardmaster.storage.ReadRequest}s and {@link dev.yardmaster.storage.WriteRequest}s
 * through one queue, and get the same object back through the queue it names. With storage
 * reordering the worker applies the writes of a batch before it serves the batch's reads, since a
 * read that overtakes a waiting write sees a value that can only fail validation later (batching
 * paper, section 3.1).
 *
 * <p>The hot path is {@link dev.yardmaster.storage.StorageWorker#doWork} down to the lookup in
 * {@link dev.yardmaster.storage.InMemoryStore}; it allocates only for keys that are new.
 *
 * <p>Writes carry the version that the validator gave their transaction; the highest version of a
 * key wins, whatever the order of arrival. Deleted keys stay as tombstones until nothing older can
 * arrive.
 *
 * <p>The outcomes of transactions with an id are entries of a table of the service's own. A worker
 * drops those that are older than the {@link dev.yardmaster.api.outcome.OutcomeHorizon}, a bounded
 * number in a duty cycle, and raises the horizon when its shard has too many.
 */
package dev.yardmaster.storage;
