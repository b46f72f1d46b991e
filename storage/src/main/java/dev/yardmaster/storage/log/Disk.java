package dev.yardmaster.storage.log;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * The files of one data directory, as commit log and checkpoints use them. Production uses {@link
 * FileDisk}; a simulator passes in its own disk, which loses unforced data.
 *
 * <p>Used by several threads, each with its own files. The effect of a method that threw is
 * unknown.
 */
public interface Disk extends Closeable {

  /** The names of all files, in no particular order. */
  List<String> list() throws IOException;

  /** Creates an empty file for writing; no file of this name may exist. */
  DiskFile create(String name) throws IOException;

  /** Opens an existing file for reading and writing. */
  DiskFile open(String name) throws IOException;

  /** Renames a file; replaces the file that has the new name, if there is one. */
  void rename(String from, String to) throws IOException;

  /** Deletes an existing file. */
  void delete(String name) throws IOException;

  /** Whether a name still leads to an open file, which may have been renamed since. */
  boolean isLinked(String name, DiskFile file) throws IOException;

  /** Returns 64 random bits that nobody who stores values can predict. */
  long nonce();

  /** Makes all earlier creations, renamings and deletions survive a crash of the machine. */
  void forceNames() throws IOException;

  /** The directory's name for messages. */
  String name();

  /** Releases the directory; all its files must be closed before. */
  @Override
  void close() throws IOException;
}
