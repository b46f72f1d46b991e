package dev.yardmaster.benchmarks.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.commons.io.FileUtils;

/**
 * The data directory of an empty server. Each server that this process starts gets a copy of the
 * empty cluster. PostgreSQL's {@code initdb} takes about a second of processor time; a copy takes
 * much less. The first call creates the directory. A guard process removes the directory when this
 * process ends.
 */
final class EmptyCluster {

  /** The directory and its guard. The guard's input must stay open. */
  private record Guarded(Path data, ServerGuard guard) {}

  private static Guarded made;

  private EmptyCluster() {}

  /**
   * Copies the directory. Only the owner may read the copy, because PostgreSQL requires this for
   * its data directory.
   */
  static void copyTo(Path copy, Duration startTimeout) throws IOException {
    Path source = directory(startTimeout);
    Files.move(Files.createTempDirectory(copy.getParent(), "data-"), copy);
    FileUtils.copyDirectory(source.toFile(), copy.toFile());
  }

  private static synchronized Path directory(Duration startTimeout) throws IOException {
    if (made == null) {
      Path folder = Files.createTempDirectory("yardmaster-cluster-");
      ServerGuard guard = ServerGuard.of(folder);
      Path data = folder.resolve("data");
      EmbeddedPostgres.builder()
          .setDataDirectory(data)
          .setCleanDataDirectory(false)
          .setPGStartupWait(startTimeout)
          .setRegisterShutdownHook(false)
          .setLocaleConfig("locale", "C")
          .start()
          .close();
      made = new Guarded(data, guard);
    }
    return made.data();
  }
}
