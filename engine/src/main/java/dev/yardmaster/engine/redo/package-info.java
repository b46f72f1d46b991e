/**
 * The engine's files on disk: the commit log and the recovery from it, in the files and layouts of
 * {@link dev.yardmaster.storage.log}.
 *
 * <p>A {@link dev.yardmaster.engine.redo.RedoLog} runs on its own thread. Each worker has a {@link
 * dev.yardmaster.engine.redo.LogWriter}, with which it reserves the place of a commit in the log
 * before the commit's writes are visible, and fills the place afterwards. An {@link
 * dev.yardmaster.engine.redo.Acknowledgement} waits until the log is on disk up to a place.
 */
package dev.yardmaster.engine.redo;
