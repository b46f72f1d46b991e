/**
 * The versioned store, and the workers that serve it.
 *
 * <p>A {@link dev.yardmaster.storage.StorageWorker} owns one shard, which is a {@link
 * dev.yardmaster.storage.VersionedStore}. Only the worker's thread changes the shard; other threads
 * may read the newest version of a key ({@link dev.yardmaster.storage.VersionedStore#readNow}).
 * Coordinators send {@link dev.yardmaster.storage.ReadRequest}s and {@link
 * dev.yardmaster.storage.WriteRequest}s through the worker's queue; the worker sends the same
 * object back through the request's reply queue. With storage reordering, the worker applies the
 * writes of a batch before it serves the batch's reads. Without this reordering, a read could be
 * executed before a write that is already waiting, and the value that it read would later fail
 * validation (batching paper, section 3.1).
 *
 * <p>The hot path leads from {@link dev.yardmaster.storage.StorageWorker#doWork} to the lookup in
 * {@link dev.yardmaster.storage.InMemoryStore}. The hot path allocates memory only for new keys.
 *
 * <p>Each write has the commit version that the validator assigned to its transaction. The highest
 * version of a key wins, even if the writes arrive in another order. A deleted key stays in the
 * store as a tombstone until no older write can arrive.
 *
 * <p>The data of a {@link dev.yardmaster.storage.DiskStore} may be larger than memory. They are in
 * a {@link dev.yardmaster.storage.table.DiskTable} that all shards share. A worker sends reads that
 * memory cannot answer to a {@link dev.yardmaster.storage.TableReader}, which sends them back with
 * the values. The checkpointer collects changed entries with {@link
 * dev.yardmaster.storage.FlushRequest}s, writes them to the table, and tells the workers.
 *
 * <p>The outcomes of transactions with an id are entries of a reserved table. In each duty cycle, a
 * worker discards at most a fixed number of outcomes that are older than the {@link
 * dev.yardmaster.api.outcome.OutcomeHorizon}. If its shard has more outcomes than the limit, the
 * worker raises the horizon.
 */
package dev.yardmaster.storage;
