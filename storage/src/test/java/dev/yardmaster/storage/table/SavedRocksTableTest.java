package dev.yardmaster.storage.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedRocksTableTest {

  private static final long CACHE_BYTES = 1 << 20;
  private static final Key KEY = Key.of("t", 1);
  private static final Key LATER = Key.of("t", 2);

  @TempDir private Path folder;

  @Test
  void aSavedTableHasLinksToTheFilesAndDoesNotChangeAnyMore() throws IOException {
    Path saved = folder.resolve("saved");
    DiskTable.State state = new DiskTable.State(5, 6, 7);
    try (RocksTable table = RocksTable.open(folder.resolve("table"), CACHE_BYTES)) {
      table.put(KEY, new byte[] {5}, 5);
      table.commit(state);
      assertTrue(table.saveTo(saved));
      table.put(KEY, new byte[] {8}, 8);
      table.put(LATER, new byte[] {9}, 9);
      table.commit(new DiskTable.State(9, 9, 9));
      assertThrows(IOException.class, () -> table.saveTo(saved), "the folder exists");
      assertEquals(8, table.get(KEY).version(), "a failed save leaves the table as it is");
    }
    List<Path> data;
    try (Stream<Path> files = Files.list(saved)) {
      data = files.filter(file -> file.toString().endsWith(".sst")).toList();
    }
    assertEquals(1, data.size());
    assertEquals(2, Files.getAttribute(data.get(0), "unix:nlink"));
    try (RocksTable table = RocksTable.open(saved, CACHE_BYTES)) {
      assertEquals(state, table.state());
      assertArrayEquals(new byte[] {5}, table.get(KEY).value());
      assertNull(table.get(LATER));
    }
  }
}
