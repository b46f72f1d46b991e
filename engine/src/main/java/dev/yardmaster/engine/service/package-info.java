/**
 * The engine as a {@link dev.yardmaster.api.TransactionService}, which {@link
 * dev.yardmaster.engine.service.Engine} opens. Its front is {@link
 * dev.yardmaster.service.ServiceFront}, which passes transactions to {@code EngineBackEnd}.
 *
 * <p>A procedure is one engine transaction on a worker's thread: the worker reads its declared keys
 * round by round, runs its logic on a buffer, and applies the writes before the commit. So the
 * caller's logic never runs inside an engine operation, and never sees a conflict.
 *
 * <p>An interactive transaction holds no locks and no worker while its logic runs. Every read is a
 * separate engine transaction, on the caller's thread with one of a few workers for callers. The
 * commit is an engine transaction that reads all keys again and writes only if they are what the
 * logic saw. So interactive transactions are optimistic under every protocol, and a slow caller
 * blocks no other transaction.
 *
 * <p>The hot path is {@code WorkerLoop}, {@code ProcedureRun}, {@code CommitPoint}. {@code
 * CallQueue} has the queued calls, and alone decides which worker runs which call, and when. {@code
 * keys} maps the API's keys to the engine's tables.
 */
package dev.yardmaster.engine.service;
