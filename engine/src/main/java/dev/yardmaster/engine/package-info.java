/**
 * The in-process engine: tables in memory, concurrency controls that are chosen by name, and the
 * service in front of them.
 *
 * <p>{@code service.Engine} opens a {@link dev.yardmaster.api.TransactionService} with an {@link
 * dev.yardmaster.engine.EngineConfig}. Beneath it is {@link dev.yardmaster.engine.Database}, for
 * applications that bring their own threads and records. The hot path is {@code
 * transaction.Worker}: the logic runs on records of {@code table}, found through {@code index},
 * under the rules of a {@code protocol}; {@code epoch} determines when removed records can be
 * reused. {@code schedule} decides which worker runs which transaction, {@code service} is the
 * service, {@code redo} is its log, and {@code interleave} runs simulated workers in turn, for
 * tests.
 *
 * <p>The database owns no thread. The service owns its workers' threads and, with a data directory,
 * one thread for the log and one for checkpoints.
 */
package dev.yardmaster.engine;
