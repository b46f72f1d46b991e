/**
 * The in-process engine: tables in memory, concurrency controls that are chosen by name, and the
 * service in front of them.
 *
 * <p>{@code service.Engine} opens a {@link dev.yardmaster.api.TransactionService} with an {@link
 * dev.yardmaster.engine.EngineConfig}. {@link dev.yardmaster.engine.Database} is the layer beneath
 * the service, for applications that have their own threads and records. The hot path is {@code
 * transaction.Worker}, which runs a transaction's logic. The package {@code table} has the records,
 * {@code index} finds them by key, {@code protocol} has the concurrency controls, and {@code epoch}
 * determines when removed records can be reused. The package {@code schedule} decides which worker
 * runs which transaction, {@code service} is the service, and {@code redo} is the log of the
 * service. The package {@code interleave} runs simulated workers one at a time, for tests.
 *
 * <p>A database owns no thread. A service owns the threads of its workers. A service with a data
 * directory also owns a thread for the log and a thread for checkpoints.
 */
package dev.yardmaster.engine;
