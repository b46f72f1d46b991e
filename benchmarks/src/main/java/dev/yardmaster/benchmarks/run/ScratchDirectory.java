package dev.yardmaster.benchmarks.run;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A fresh data directory. Closing this object removes the directory with its files. */
public final class ScratchDirectory implements AutoCloseable {

  private static final String PREFIX = "data-";

  private final Path path;

  private ScratchDirectory(Path path) {
    this.path = path;
  }

  /**
   * Creates a directory in a folder.
   *
   * @throws WorkloadFailure if the directory cannot be created
   */
  public static ScratchDirectory in(Path folder) {
    try {
      return new ScratchDirectory(create(folder));
    } catch (IOException e) {
      throw new WorkloadFailure("cannot make a data directory in " + folder + ": " + e, e);
    }
  }

  /**
   * Checks that directories can be created in a folder.
   *
   * @throws IOException if directories cannot be created
   */
  public static void check(Path folder) throws IOException {
    Files.delete(create(folder));
  }

  private static Path create(Path folder) throws IOException {
    Files.createDirectories(folder);
    return Files.createTempDirectory(folder, PREFIX);
  }

  /** Returns the path of the directory. */
  public Path path() {
    return path;
  }

  /**
   * Returns the regular files in a directory, with their lengths. Files that disappear during the
   * listing are omitted.
   */
  public static List<Entry> list(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(ScratchDirectory::entry).filter(entry -> entry.bytes() >= 0).toList();
    } catch (IOException e) {
      throw new WorkloadFailure("cannot list " + directory + ": " + e, e);
    }
  }

  private static Entry entry(Path file) {
    String name = file.getFileName().toString();
    try {
      return new Entry(name, Files.size(file));
    } catch (NoSuchFileException e) {
      return new Entry(name, -1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file with its length. */
  public record Entry(String name, long bytes) {}

  @Override
  public void close() {
    try {
      delete(path);
    } catch (IOException e) {
      throw new WorkloadFailure("cannot remove the data directory " + path + ": " + e, e);
    }
  }

  /** Deletes a directory with everything in it. */
  public static void delete(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path each : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
