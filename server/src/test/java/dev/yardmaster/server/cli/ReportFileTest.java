package dev.yardmaster.server.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {

  @TempDir private Path folder;

  @Test
  void createsItsFolderAndReplacesAnOldFile() throws IOException {
    Path path = folder.resolve("a/b/report.json");
    ReportFile.prepare(path).write("old");
    ReportFile file = ReportFile.prepare(path);
    assertEquals("old", Files.readString(path));
    file.write("new");
    assertEquals("new", Files.readString(path));
    assertArrayEquals(new String[] {"report.json"}, path.getParent().toFile().list());
  }

  @Test
  void aFolderIsRefused() {
    IOException wrong = assertThrows(IOException.class, () -> ReportFile.prepare(folder));
    assertTrue(wrong.getMessage().contains(folder + ": it is a folder"), wrong.getMessage());
  }

  @Test
  void aFileInPlaceOfItsFolderIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    IOException wrong =
        assertThrows(IOException.class, () -> ReportFile.prepare(file.resolve("report.json")));
    assertTrue(wrong.getMessage().contains(file + " is not a folder"), wrong.getMessage());
  }
}
