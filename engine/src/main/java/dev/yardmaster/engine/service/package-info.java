/**
 * The engine as a {@link dev.yardmaster.api.TransactionService}: {@link
 * dev.yardmaster.engine.service.Engine} opens one. Its front is {@link
 * dev.yardmaster.service.ServiceFront}; {@code EngineBackEnd} is what that hands transactions to.
 *
 * <p>A procedure is one transaction of the engine, on a worker's thread: its declared keys are read
 * round by round, its logic runs on a buffer, and what it wrote is applied before the commit. So no
 * logic of a caller's is ever run between the engine's own steps, and none sees a conflict.
 *
 * <p>An interactive transaction holds nothing of the engine's while its logic runs: every read is a
 * transaction of its own, on the caller's thread with one of a few workers for callers, and the
 * commit is one that reads all keys again and writes only if they are what the logic saw. So it is
 * optimistic under every protocol, and a caller who thinks for long is in nobody's way.
 *
 * <p>The hot path is {@code WorkerLoop}, {@code ProcedureRun}, {@code CommitPoint}. Queued calls
 * are in {@code CallQueue}: who is to run which call, and when, is decided there and nowhere else.
 * {@code keys} has the api's keys over the engine's tables.
 */
package dev.yardmaster.engine.service;
