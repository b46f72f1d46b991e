/**
 * The engine's files on disk: the commit log and the recovery from it, in the files and layouts of
 * {@link dev.yardmaster.storage.log}.
 *
 * <p>A {@link dev.yardmaster.engine.redo.RedoLog} runs on its own thread. A worker appends a commit
 * before the commit's writes are visible, and appends an acknowledgement that waits until the
 * commit is on disk.
 */
package dev.yardmaster.engine.redo;
