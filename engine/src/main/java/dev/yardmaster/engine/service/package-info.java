/**
 * The engine as a {@link dev.yardmaster.api.TransactionService}, which {@link
 * dev.yardmaster.engine.service.Engine} opens. The class {@link
 * dev.yardmaster.service.ServiceFront} receives the transactions of callers and passes them to
 * {@code EngineBackEnd}.
 *
 * <p>A procedure is one engine transaction on a worker's thread: the worker reads the procedure's
 * declared keys round by round, runs the procedure's logic on a buffer, and applies the writes
 * before the commit. So the procedure's code never runs inside an engine operation, and never sees
 * a conflict.
 *
 * <p>An interactive transaction runs on its caller's thread, with a worker from a pool for callers.
 * If the protocol can suspend transactions, a {@code LockingSession} is one engine transaction that
 * keeps its worker and its locks while its logic runs. Otherwise, a {@code ValidatingSession} holds
 * no worker and no locks while its logic runs: every read is a separate engine transaction, and the
 * commit is an engine transaction that reads all keys again, and writes only if all values are
 * those that the logic saw. If the logic runs at the client of a server, {@link
 * dev.yardmaster.service.SteppedSessions} acts as the caller: it executes each step on one of its
 * own threads.
 *
 * <p>The hot path consists of {@code WorkerLoop}, {@code ProcedureRun} and {@code CommitPoint}. The
 * {@code CallQueue} has the waiting calls, and it alone decides when a call runs and on which
 * worker; under a protocol that uses partitions, {@code CallRouter} finds the worker of a call's
 * partition. {@code keys} maps the API's keys to the engine's tables, {@code commit} draws versions
 * and acknowledges commits, and {@code conflicts} finds and counts conflicts.
 */
@NullMarked
package dev.yardmaster.engine.service;

import org.jspecify.annotations.NullMarked;
