/**
 * The log of a database with typed tables: {@link dev.yardmaster.engine.durable.TableLog} writes
 * commits, definitions and checkpoints into a data directory by {@code engine.redo}, and loads the
 * tables of the directory when a database is opened: the opening thread reads the directory, and
 * the threads of {@code RowLoading} load the rows. The log has its own thread, and so have the
 * checkpoints. On the hot path a worker reserves a place in the log for a commit, and encodes the
 * rows into this place when its records are released.
 */
package dev.yardmaster.engine.durable;
