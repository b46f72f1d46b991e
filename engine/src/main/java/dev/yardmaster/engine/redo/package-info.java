/**
 * What the engine keeps on disk: the commit log and the way back from it, in the files and layouts
 * of {@link dev.yardmaster.storage.log}.
 *
 * <p>A {@link dev.yardmaster.engine.redo.RedoLog} has a thread of its own. Workers hand it what
 * they commit, before anybody else can see it, and what they are to tell when that is on the disk.
 */
package dev.yardmaster.engine.redo;
