/**
 * The in-process engine: tables in memory, concurrency controls that are chosen by name, and the
 * service in front of them.
 *
 * <p>{@code service.Engine} opens a {@link dev.yardmaster.api.TransactionService} with an {@link
 * dev.yardmaster.engine.EngineConfig}; {@link dev.yardmaster.engine.Database} is beneath it, for
 * who brings threads and records. The hot path is {@code transaction.Worker}: the logic runs on
 * records of {@code table}, found through {@code index}, by the rules of a {@code protocol}; {@code
 * epoch} says when what was taken away can be used again. {@code schedule} decides who runs what,
 * {@code service} is the service, {@code redo} its log, and {@code interleave} runs workers on one
 * thread for tests.
 *
 * <p>The database owns no thread. The service owns its workers' threads, and with a data directory
 * one for the log and one for checkpoints.
 */
package dev.yardmaster.engine;
