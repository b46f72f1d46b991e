package dev.yardmaster.storage.log;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * The files of one data directory, as commit log and checkpoints use them. Production works on
 * {@link FileDisk}; a simulator hands in its own, which loses what was not forced.
 *
 * <p>Used by several threads, each with files of its own. What a method that threw has done is not
 * known.
 */
public interface Disk extends Closeable {

  /** The names of all files, in no particular order. */
  List<String> list() throws IOException;

  /** Creates an empty file for writing; there is none of this name. */
  DiskFile create(String name) throws IOException;

  /** Opens a file that is there, for reading and writing. */
  DiskFile open(String name) throws IOException;

  /** Gives a file another name, and replaces the file that has that name, if there is one. */
  void rename(String from, String to) throws IOException;

  /** Deletes a file that is there. */
  void delete(String name) throws IOException;

  /** Makes all that was created, renamed and deleted last through a crash of the machine. */
  void forceNames() throws IOException;

  /** What the directory is called, for people. */
  String name();

  /** Lets go of the directory; its files are closed before. */
  @Override
  void close() throws IOException;
}
