package dev.yardmaster.engine.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.storage.log.backup.Inspection;
import dev.yardmaster.storage.log.backup.Restore;
import dev.yardmaster.storage.log.backup.RestorePoint;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.LogVisitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests backups of directories with typed tables. */
@Timeout(60)
class TableBackupTest {

  private static final int KEYS = 40;

  @TempDir private Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  private Path copy() {
    return folder.resolve("copy");
  }

  private static void change(Shop shop, Worker worker, Random random, Map<String, String> model) {
    for (int i = 0; i < 50; i++) {
      shop.change(worker, random, 0, KEYS, (SortedMap<String, String>) model);
    }
  }

  private static SortedMap<String, String> contents(Path directory) {
    Shop shop = Shop.open(directory, "silo", LogSettings.sync());
    try {
      return shop.contents(shop.worker(0), KEYS);
    } finally {
      shop.close();
    }
  }

  /**
   * The backups are made with synchronous and asynchronous forces, and with and without a
   * checkpoint.
   */
  @Test
  void aBackupHasTheCommitsThatWereAcknowledgedBefore() throws IOException {
    for (LogSettings settings :
        List.of(
            LogSettings.sync(),
            LogSettings.async(1),
            LogSettings.async(1).withLengths(1 << 16, 1 << 16))) {
      Path directory = Files.createTempDirectory(folder, "data");
      Path to = Files.createTempDirectory(folder, "copy");
      SortedMap<String, String> model = new TreeMap<>();
      Random random = new Random(3);
      Shop shop = Shop.open(directory, "ssn", settings);
      Worker worker = shop.worker(0);
      for (int i = 0; i < 10; i++) {
        change(shop, worker, random, model);
      }
      SortedMap<String, String> before = new TreeMap<>(model);
      shop.database().log().backup(to);
      change(shop, worker, random, model);
      shop.close();
      assertEquals(before, contents(to), settings::toString);
      assertEquals(model, contents(directory), settings::toString);
    }
  }

  @Test
  void aDirectoryIsRestoredToAVersion() throws IOException {
    SortedMap<String, String> model = new TreeMap<>();
    Random random = new Random(4);
    Shop shop = Shop.open(data(), "silo", LogSettings.sync());
    Worker worker = shop.worker(0);
    change(shop, worker, random, model);
    long version = shop.database().log().lastVersion();
    SortedMap<String, String> before = new TreeMap<>(model);
    change(shop, worker, random, model);
    shop.close();
    var unused =
        Restore.run(List.of(data()), copy(), RestorePoint.version(version), (bytes, of) -> {});
    assertEquals(before, contents(copy()));
  }

  @Test
  void anInspectionHasTheDefinitions() throws IOException {
    Shop.open(data(), "silo", LogSettings.sync()).close();
    try (FileDisk disk = FileDisk.openToRead(data())) {
      Map<String, byte[]> definitions = Inspection.of(disk, LogVisitor.NONE).definitions();
      assertEquals(Set.of("hashed", "ordered", "bytes", "values"), definitions.keySet());
      Map<String, String> ordered = DefinitionFormat.decode(definitions.get("ordered"));
      assertEquals("ordered", ordered.get("order"));
      assertEquals("number count", ordered.get("column 0"));
      assertEquals("bytes(24) name", ordered.get("column 1"));
    }
  }

  @Test
  void aBackupNeedsAFreePath() throws IOException {
    Files.createDirectories(copy());
    Files.writeString(copy().resolve("other"), "file");
    Shop shop = Shop.open(data(), "silo", LogSettings.sync());
    YardmasterException thrown =
        assertThrows(YardmasterException.class, () -> shop.database().log().backup(copy()));
    assertTrue(thrown.getMessage().contains(copy().toString()), thrown::getMessage);
    shop.close();
  }
}
