/**
 * The log of a database with typed tables: {@link dev.yardmaster.engine.durable.TableLog} writes
 * commits, definitions and checkpoints into a data directory by {@code engine.redo}, and loads the
 * tables of the directory when a database is opened. The log has its own thread, and so have the
 * checkpoints; the threads of the workers append the commits. On the hot path a worker encodes
 * nothing: it hands over the keys and the rows of its writes.
 */
package dev.yardmaster.engine.durable;
