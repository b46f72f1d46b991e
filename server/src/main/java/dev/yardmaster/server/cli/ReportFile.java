package dev.yardmaster.server.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The file of a report. A write either replaces the whole file or leaves the file unchanged. */
public final class ReportFile {

  private final Path file;

  private ReportFile(Path file) {
    this.file = file;
  }

  /**
   * Checks that the file can be written later, by creating its folder and a temporary file in that
   * folder.
   *
   * @throws IOException if the file cannot be written; the message names the file and the reason
   */
  public static ReportFile prepare(Path path) throws IOException {
    ReportFile report = new ReportFile(path.toAbsolutePath().normalize());
    try {
      if (Files.isDirectory(report.file)) {
        throw new IOException("it is a folder");
      }
      if (Files.exists(report.file) && !Files.isRegularFile(report.file)) {
        throw new IOException("it is not a regular file");
      }
      Files.createDirectories(report.file.getParent());
      Files.write(report.part(), new byte[0]);
      Files.delete(report.part());
      return report;
    } catch (IOException e) {
      throw new IOException("cannot write " + report.file + ": " + reason(e), e);
    }
  }

  /**
   * Checks that the file of an option can be written later.
   *
   * @throws ParameterException if the file cannot be written; the message names the option and the
   *     reason
   */
  public static ReportFile forOption(String option, Path path, CommandLine command) {
    try {
      return prepare(path);
    } catch (IOException e) {
      throw new ParameterException(command, option + ": " + e.getMessage(), e);
    }
  }

  /** Returns the absolute path. */
  public Path path() {
    return file;
  }

  /**
   * Writes the file in UTF-8.
   *
   * @throws IOException if the file cannot be written; the message names the file and the reason
   */
  public void write(String text) throws IOException {
    write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes bytes to the file, with the same guarantees as {@link #write(String)}. */
  public void write(byte[] bytes) throws IOException {
    try {
      Files.write(part(), bytes);
      move();
    } catch (IOException e) {
      throw new IOException("cannot write " + file + ": " + reason(e), e);
    }
  }

  private void move() throws IOException {
    try {
      Files.move(part(), file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(part(), file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private Path part() {
    return file.resolveSibling("." + file.getFileName() + ".part");
  }

  /**
   * Returns the reason of a failure in words, because the message of a file system's exception is
   * only a path.
   */
  private static String reason(IOException e) {
    if (e instanceof FileAlreadyExistsException exists) {
      return exists.getFile() + " is not a folder";
    }
    String kind = e.getClass().getSimpleName().replace("Exception", "");
    return kind.equals("IO") || kind.equals("FileSystem")
        ? e.getMessage()
        : kind.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT)
            + " ("
            + e.getMessage()
            + ")";
  }
}
