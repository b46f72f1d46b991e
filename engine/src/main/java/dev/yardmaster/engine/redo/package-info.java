/**
 * The engine's commit log and its recovery, in the files and layouts of {@link
 * dev.yardmaster.storage.log}.
 *
 * <p>A {@link dev.yardmaster.engine.redo.RedoLog} runs on its own thread. Each worker has a {@link
 * dev.yardmaster.engine.redo.LogWriter}: with it, the worker reserves the position of a commit in
 * the log before the commit's writes are visible, and encodes the commit there afterwards. An
 * {@link dev.yardmaster.engine.redo.Acknowledgement} is completed when the log is on disk up to a
 * position.
 */
package dev.yardmaster.engine.redo;
