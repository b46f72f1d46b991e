/**
 * The engine's commit log and its checkpoints. Files and layouts are those of {@link
 * dev.yardmaster.storage.log}.
 *
 * <p>A {@link dev.yardmaster.engine.redo.RedoLog} runs on its own thread. Each worker has a {@link
 * dev.yardmaster.engine.redo.LogWriter}. Before the writes of a commit are visible, the worker
 * reserves a position in the log; afterwards it encodes the commit at this position. A {@link
 * dev.yardmaster.engine.redo.DurableListener} is completed when the log is on disk up to a
 * position.
 */
package dev.yardmaster.engine.redo;
