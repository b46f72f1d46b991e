package dev.yardmaster.storage.log.disk;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * The files of one data directory, which the commit log and the checkpoints use. Production uses
 * {@link FileDisk}; a simulator uses another implementation, which loses unforced data in a crash.
 *
 * <p>Several threads may use a disk, each with its own files. If a method throws an exception, the
 * operation may or may not have taken effect.
 */
public interface Disk extends Closeable {

  /** Returns the names of all files, in no particular order. */
  List<String> list() throws IOException;

  /** Creates an empty file for writing. No file with this name may exist. */
  DiskFile create(String name) throws IOException;

  /** Opens an existing file for reading and, unless the disk is read-only, for writing. */
  DiskFile open(String name) throws IOException;

  /** Renames a file. If another file has the new name, the renamed file replaces it. */
  void rename(String from, String to) throws IOException;

  /** Deletes an existing file. */
  void delete(String name) throws IOException;

  /**
   * Returns whether a name refers to the given open file. The file may have been renamed to this
   * name after it was opened.
   */
  boolean isLinked(String name, DiskFile file) throws IOException;

  /** Returns 64 random bits that a client cannot predict. */
  long nonce();

  /**
   * Forces all earlier creations, renamings and deletions to disk, so that they survive a crash of
   * the machine.
   */
  void forceNames() throws IOException;

  /** Returns the directory's name, for messages. */
  String name();

  /**
   * Releases the directory. The caller must close all files of the disk before it calls this
   * method.
   */
  @Override
  void close() throws IOException;

  /**
   * Closes a resource after another exception was thrown. If closing fails too, the second
   * exception is added to the first one as a suppressed exception.
   */
  static void closeAfter(Throwable thrown, Closeable opened) {
    try {
      opened.close();
    } catch (IOException e) {
      thrown.addSuppressed(e);
    }
  }
}
