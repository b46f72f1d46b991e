package dev.yardmaster.server;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Checks that a data directory belongs to the right kind of server. A single server keeps files in
 * its directory, and a server of a cluster keeps folders. A server of the wrong kind would not see
 * the existing data.
 */
final class DataFolder {

  private static final String OF_A_SINGLE_SERVER = "(epoch|log|checkpoint)-[0-9]+";
  private static final String OF_A_CLUSTER = "log|term|snapshots";

  private DataFolder() {}

  /**
   * Checks the data directory of a configuration, if the configuration names an existing one.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the directory has the data of the
   *     other kind of server
   */
  static void check(ServerConfig config) {
    Path folder = config.get(ServerOptions.DATA).orElse(null);
    if (folder == null || !Files.isDirectory(folder)) {
      return;
    }
    String refused = config.isClustered() ? OF_A_SINGLE_SERVER : OF_A_CLUSTER;
    try (Stream<Path> entries = Files.list(folder)) {
      entries
          .filter(entry -> entry.getFileName().toString().matches(refused))
          .filter(entry -> Files.isDirectory(entry) != config.isClustered())
          .findFirst()
          .ifPresent(
              entry -> {
                throw new YardmasterException(
                    ErrorCode.BAD_CONFIG,
                    config.isClustered()
                        ? "the directory has the data of a single server, which a cluster cannot use"
                        : "the directory has the data of a server of a cluster: set cluster.members",
                    "data",
                    folder,
                    "found",
                    entry.getFileName());
              });
    } catch (IOException e) {
      throw new YardmasterException(
          ErrorCode.IO_FAILED, "the data directory cannot be read", e, "data", folder);
    }
  }
}
