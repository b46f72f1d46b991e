/**
 * The engine's files on disk: the commit log and the recovery from it, in the files and layouts of
 * {@link dev.yardmaster.storage.log}.
 *
 * <p>A {@link dev.yardmaster.engine.redo.RedoLog} has a thread of its own. Workers append their
 * commits before these are visible, and append the acknowledgements that wait until the commits are
 * on disk.
 */
package dev.yardmaster.engine.redo;
