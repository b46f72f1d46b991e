/**
 * The workers that serve the stores of the shards, and the requests that coordinators, snapshots
 * and checkpoints send to the workers.
 *
 * <p>A {@link dev.yardmaster.storage.worker.StorageWorker} is an agent that owns the store of one
 * shard; start reading there. The worker takes {@code StorageRequest}s from its queue, serves them,
 * and sends the same objects back through their reply queues. So a request belongs first to the
 * sender, then to the worker, and then to the sender again. With storage reordering, the worker
 * applies the writes of a batch before it serves the batch's reads. Without this reordering, a read
 * could overtake a waiting write of its key. The read would return a stale value and later fail
 * validation (batching paper, section 3.1).
 *
 * <p>A worker sends reads of keys that are not in memory to a {@link
 * dev.yardmaster.storage.worker.TableReader}. The reader has its own thread, and sends the reads
 * back with the values. The checkpointer collects changed entries with {@code FlushRequest}s,
 * writes them to the table, and reports the result to the workers.
 *
 * <p>In each duty cycle, {@code OutcomeRetention} discards at most a fixed number of outcomes that
 * are older than the {@link dev.yardmaster.api.outcome.OutcomeHorizon}. If the shard has more
 * outcomes than the limit, the worker raises the horizon.
 */
package dev.yardmaster.storage.worker;
