/**
 * The log of a database with typed tables: {@link dev.yardmaster.engine.durable.TableLog} writes
 * commits, definitions and checkpoints into a data directory by {@code engine.redo}, and loads the
 * tables of the directory when a database is opened: the opening thread reads the directory, and
 * the threads of {@code RowLoading} load the rows. The log and the checkpoints have a thread each.
 * On the hot path a worker reserves space in the log's ring for a commit; after the transaction has
 * released its records, the worker encodes the rows into this space.
 */
@NullMarked
package dev.yardmaster.engine.durable;

import org.jspecify.annotations.NullMarked;
