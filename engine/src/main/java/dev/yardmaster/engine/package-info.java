/**
 * The in-process engine: tables in memory, concurrency controls that are selected by name, and the
 * service that runs transactions on them.
 *
 * <p>{@code service.Engine} opens a {@link dev.yardmaster.api.TransactionService} with an {@link
 * dev.yardmaster.engine.EngineConfig}. {@link dev.yardmaster.engine.Database} is the layer below
 * the service; applications with their own threads and tables can use it directly. The hot path is
 * {@code transaction.Worker}, which runs a transaction's logic. The package {@code table} contains
 * the records, {@code index} maps keys to records, {@code protocol} contains the concurrency
 * controls, and {@code epoch} determines when removed records can be reused. The package {@code
 * schedule} assigns transactions to workers, {@code service} contains the service, and {@code redo}
 * contains the service's log. The package {@code interleave} runs simulated workers one at a time,
 * for tests.
 *
 * <p>A database in memory owns no thread; a database with a directory owns a thread for the log and
 * one for checkpoints. A service owns the threads of its workers. With a data directory, a service
 * also owns a thread for the log and a thread for checkpoints.
 */
@NullMarked
package dev.yardmaster.engine;

import org.jspecify.annotations.NullMarked;
