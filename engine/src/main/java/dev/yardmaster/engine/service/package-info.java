/**
 * The engine as a {@link dev.yardmaster.api.TransactionService}, which {@link
 * dev.yardmaster.engine.service.Engine} opens. The class {@link
 * dev.yardmaster.service.ServiceFront} receives the transactions of callers and passes them to
 * {@code EngineBackEnd}.
 *
 * <p>A procedure is one engine transaction on a worker's thread. The worker reads the procedure's
 * declared keys round by round, runs the procedure's logic on a buffer, and applies the writes
 * before the commit. So the procedure's code never runs inside an engine operation, and never sees
 * a conflict, unless it uses typed rows.
 *
 * <p>The package {@code worker} contains the workers on which all transactions run, {@code calls}
 * the calls of procedures and their queue, {@code session} the interactive transactions, and {@code
 * snapshot} the read-only snapshots. {@code keys} maps the API's keys to the engine's tables,
 * {@code typed} adds tables with columns, {@code commit} draws versions and acknowledges commits,
 * and {@code conflicts} finds and counts conflicts. The hot path consists of {@code WorkerLoop},
 * {@code ProcedureRun} and {@code CommitPoint}.
 */
@NullMarked
package dev.yardmaster.engine.service;

import org.jspecify.annotations.NullMarked;
