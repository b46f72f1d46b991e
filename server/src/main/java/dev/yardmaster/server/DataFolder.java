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
 * Checks that a data directory is not used for another kind of server, which would not see its
 * data: a single server has files, and a server of a cluster has folders.
 */
final class DataFolder {

  private static final String OF_A_SINGLE_SERVER = "(epoch|log|checkpoint)-[0-9]+";
  private static final String OF_A_CLUSTER = "log|term|snapshots";

  private DataFolder() {}

  /**
   * Checks the directory of a configuration, if there is one.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if it has data of another kind
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
