package dev.yardmaster.storage.table;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import org.rocksdb.RocksDB;

/**
 * The library of RocksDB, which is an optional dependency. When the JVM verifies a class, it
 * resolves the library's classes that this class uses. So a caller must load the library before it
 * uses such a class.
 */
final class RocksLibrary {

  private static final String ARTIFACT = "org.rocksdb:rocksdbjni";

  private RocksLibrary() {}

  /**
   * Loads the library, unless it is already loaded.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the library is missing, or has no
   *     native part that this machine can load
   */
  static void load() {
    try {
      RocksDB.loadLibrary();
    } catch (NoClassDefFoundError e) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "data on disk needs RocksDB, which is not on the class path",
          e,
          "library",
          ARTIFACT);
    } catch (LinkageError | RuntimeException e) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "data on disk needs RocksDB, whose native library cannot be loaded on this machine",
          e,
          "library",
          ARTIFACT,
          "cause",
          e.getMessage());
    }
  }
}
