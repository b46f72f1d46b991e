/**
 * The log of a database with typed tables. {@link dev.yardmaster.engine.durable.TableLog} writes
 * commits, definitions and checkpoints to a data directory through {@code engine.redo}. When a
 * database is opened, it loads the tables of the directory: the opening thread reads the directory,
 * and the threads of {@code RowLoading} load the rows. The log has its own thread, and so do the
 * checkpoints. On the hot path, a worker reserves space in the log's ring for a commit. After the
 * transaction has released its records, the worker encodes the rows into this space.
 */
@NullMarked
package dev.yardmaster.engine.durable;

import org.jspecify.annotations.NullMarked;
