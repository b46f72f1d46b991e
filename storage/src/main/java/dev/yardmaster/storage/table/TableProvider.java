package dev.yardmaster.storage.table;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * Opens tables in a database that this module does not support itself. A service finds the
 * providers with {@code ServiceLoader}, so only applications that use the database need its client.
 * An implementation needs a public constructor without parameters. Any thread may call the methods.
 */
public interface TableProvider {

  /**
   * The name of a file that marks a folder whose table is in HBase. A table on disk cannot be
   * opened in such a folder.
   */
  String HBASE_OWNER = "hbase-owner";

  /** Returns the name, in lower case, with which users choose the database. */
  String name();

  /**
   * Opens a table.
   *
   * @param folder the folder for the files that the table keeps on this machine; it may not exist
   *     yet
   * @param settings the settings that the provider knows, each with its name
   * @throws IOException if the database does not answer, or the table belongs to another service
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if a setting is missing or not valid
   */
  DiskTable open(Path folder, Map<String, String> settings) throws IOException;

  /**
   * Returns the provider with a name.
   *
   * @param artifact the name of the artifact that contains the provider, for the error
   * @param loader loads the provider's classes
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the loader does not find the
   *     provider
   */
  static TableProvider find(String name, String artifact, ClassLoader loader) {
    return ServiceLoader.load(TableProvider.class, loader).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new YardmasterException(
                    ErrorCode.BAD_CONFIG,
                    "the storage needs a library that is not on the class path",
                    "storage",
                    name,
                    "library",
                    artifact));
  }
}
