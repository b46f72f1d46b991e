package dev.yardmaster.storage.hbase;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.TableProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Opens tables in HBase; {@link HBaseSettings} defines the names of the settings. */
public final class HBaseProvider implements TableProvider {

  /** Creates a provider. {@code ServiceLoader} needs this constructor. */
  public HBaseProvider() {}

  @Override
  public String name() {
    return "hbase";
  }

  @Override
  public DiskTable open(Path folder, Map<String, String> settings) throws IOException {
    HBaseSettings checked = HBaseSettings.of(settings);
    try {
      return HBaseTable.open(folder, checked);
    } catch (NoClassDefFoundError e) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "storage in HBase needs HBase's client, which is not on the class path",
          e,
          "library",
          "org.apache.hbase:hbase-shaded-client");
    }
  }
}
