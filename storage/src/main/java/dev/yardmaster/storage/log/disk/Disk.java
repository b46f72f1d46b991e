package dev.yardmaster.storage.log.disk;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * The files of one data directory, which the commit log and the checkpoints use. Production uses
 * {@link FileDisk}; a simulator uses its own disk, which loses unforced data.
 *
 * <p>Several threads use a disk, each with its own files. If a method throws an exception, its
 * effect is unknown.
 */
public interface Disk extends Closeable {

  /** Returns the names of all files, in no particular order. */
  List<String> list() throws IOException;

  /** Creates an empty file for writing. No file with this name may exist. */
  DiskFile create(String name) throws IOException;

  /** Opens an existing file for reading and, unless the disk is read-only, for writing. */
  DiskFile open(String name) throws IOException;

  /** Renames a file. If another file has the new name, that file is replaced. */
  void rename(String from, String to) throws IOException;

  /** Deletes an existing file. */
  void delete(String name) throws IOException;

  /**
   * Returns whether a name still refers to an open file. The file may have got this name after it
   * was opened.
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

  /** Releases the directory. All its files must be closed before this call. */
  @Override
  void close() throws IOException;

  /**
   * Closes a resource after another exception. If closing fails, its exception is added to the
   * other exception as suppressed.
   */
  static void closeAfter(Throwable thrown, Closeable opened) {
    try {
      opened.close();
    } catch (IOException e) {
      thrown.addSuppressed(e);
    }
  }
}
