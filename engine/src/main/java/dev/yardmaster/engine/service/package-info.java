/**
 * The engine as a {@link dev.yardmaster.api.TransactionService}, which {@link
 * dev.yardmaster.engine.service.Engine} opens. The class {@link
 * dev.yardmaster.service.ServiceFront} receives the transactions of callers and passes them to
 * {@code EngineBackEnd}.
 *
 * <p>A procedure is one engine transaction on a worker's thread: the worker reads the procedure's
 * declared keys round by round, runs the procedure's logic on a buffer, and applies the writes
 * before the commit. So the caller's logic never runs inside an engine operation, and never sees a
 * conflict.
 *
 * <p>An interactive transaction holds no locks and no worker while its logic runs. Every read is a
 * separate engine transaction. The engine transaction of a read runs on the caller's thread, with a
 * worker from a small pool for callers. The commit is an engine transaction that reads all keys
 * again, and writes only if all values are the same that the logic saw. So interactive transactions
 * are optimistic under every protocol, and a slow caller blocks no other transaction.
 *
 * <p>The hot path is {@code WorkerLoop}, {@code ProcedureRun}, {@code CommitPoint}. {@code
 * CallQueue} has the queued calls, and is the only class that decides when a call runs and on which
 * worker. {@code keys} maps the API's keys to the engine's tables.
 */
package dev.yardmaster.engine.service;
