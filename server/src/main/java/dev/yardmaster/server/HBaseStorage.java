package dev.yardmaster.server;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import dev.yardmaster.server.config.value.HostPort;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.ForwardingTable;
import dev.yardmaster.storage.table.TableProvider;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The parts of a pipeline whose table is in HBase. A separate class loader loads HBase's client, so
 * that the client's libraries are not mixed with the server's.
 */
final class HBaseStorage extends PipelineParts {

  private static final String PROVIDER = "hbase";
  private static final String ARTIFACT = "dev.yardmaster:yardmaster-storage-hbase";

  private final ServerConfig config;

  HBaseStorage(ServerConfig config) {
    this.config = config;
  }

  @Override
  public DiskTable table(Path folder, long cacheBytes) throws IOException {
    Optional<Path> libraries = config.get(ServerOptions.HBASE_LIBRARIES);
    if (libraries.isEmpty()) {
      ClassLoader own = HBaseStorage.class.getClassLoader();
      return TableProvider.find(PROVIDER, ARTIFACT, own).open(folder, settings());
    }
    URLClassLoader loader = loader(libraries.get());
    try {
      return new LoadedTable(
          TableProvider.find(PROVIDER, ARTIFACT, loader).open(folder, settings()), loader);
    } catch (IOException | RuntimeException | Error e) {
      loader.close();
      throw e;
    }
  }

  private Map<String, String> settings() {
    List<String> quorum =
        config.get(ServerOptions.HBASE_QUORUM).stream().map(HostPort::toString).toList();
    return Map.of(
        "quorum", String.join(",", quorum),
        "root", config.get(ServerOptions.HBASE_ROOT),
        "table", config.get(ServerOptions.HBASE_TABLE),
        "timeoutMs", String.valueOf(config.get(ServerOptions.HBASE_TIMEOUT).toMillis()));
  }

  private static URLClassLoader loader(Path libraries) throws IOException {
    List<URL> jars = new ArrayList<>();
    if (Files.isDirectory(libraries)) {
      try (Stream<Path> files = Files.list(libraries)) {
        for (Path file : files.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
          jars.add(file.toUri().toURL());
        }
      }
    }
    if (jars.isEmpty()) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "hbase.libraries is not a directory with jars",
          ServerOptions.HBASE_LIBRARIES.name(),
          libraries);
    }
    jars.add(libraries.toUri().toURL()); // For hbase-site.xml.
    return new URLClassLoader(
        "hbase", jars.toArray(URL[]::new), HBaseStorage.class.getClassLoader());
  }

  /** A table that, when it is closed, also closes the class loader of HBase's client. */
  private static final class LoadedTable extends ForwardingTable {

    private final DiskTable table;
    private final URLClassLoader loader;

    LoadedTable(DiskTable table, URLClassLoader loader) {
      super(table);
      this.table = table;
      this.loader = loader;
    }

    @Override
    public List<Found> get(List<Key> keys) {
      return table.get(keys);
    }

    @Override
    public void put(List<Change> changes) throws IOException {
      table.put(changes);
    }

    @Override
    public void close() throws IOException {
      try (loader) {
        table.close();
      }
    }
  }
}
