package dev.yardmaster.proof.torture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files for the error output of a run's processes: one file for each process, in a separate
 * folder. If the file of an earlier process is empty, it is deleted. Only one thread may use the
 * object.
 */
public final class ErrorFiles {

  private final Path folder;
  private int number;

  /** The file of the process that began last; null before the first process. */
  private Path newest;

  /**
   * Creates files in a folder. A missing folder is created.
   *
   * @param folder a folder that nothing else uses
   */
  public ErrorFiles(Path folder) {
    this.folder = folder;
  }

  /** Returns the file for the next process. The previous process must have ended. */
  public Path next() throws IOException {
    Files.createDirectories(folder);
    if (newest != null && Files.exists(newest) && Files.size(newest) == 0) {
      Files.delete(newest);
    }
    number++;
    newest = folder.resolve("process-" + number + ".log");
    return newest;
  }

  /**
   * Returns the error output of the newest process as text to append to a sentence; empty if there
   * is no output.
   */
  public String said() throws IOException {
    if (newest == null || !Files.exists(newest)) {
      return "";
    }
    String text = Files.readString(newest, StandardCharsets.UTF_8);
    return text.isBlank() ? "" : "; it said in " + newest + ":\n" + text;
  }

  /** Returns the folder. */
  public Path folder() {
    return folder;
  }

  /** Removes all files. */
  public void delete() throws IOException {
    Copies.delete(folder);
  }
}
