/**
 * The versioned store.
 *
 * <p>Each shard of the data is a {@link dev.yardmaster.storage.VersionedStore}. One storage worker
 * owns the store (package {@code worker}). Only the worker's thread changes the store; other
 * threads may read the newest version of a key ({@link
 * dev.yardmaster.storage.VersionedStore#readNow}). The lookup in {@link
 * dev.yardmaster.storage.InMemoryStore} is on the hot path. The hot path allocates memory only for
 * new keys.
 *
 * <p>Each write has the commit version that the validator assigned to its transaction. The highest
 * version of a key wins, even if the writes arrive in another order. A deleted key stays in the
 * store as a tombstone until no older write can arrive.
 *
 * <p>The data of a {@link dev.yardmaster.storage.DiskStore} may be larger than memory. All shards
 * keep their data in one shared {@link dev.yardmaster.storage.table.DiskTable}.
 *
 * <p>The outcomes of transactions with an id are entries of a reserved table.
 */
package dev.yardmaster.storage;
