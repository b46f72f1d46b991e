package dev.yardmaster.storage.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerFileTest {

  @TempDir private Path directory;

  @Test
  void eachStartHasTheNextEpoch() throws IOException {
    Path folder = directory.resolve("table");
    OwnerFile first = OwnerFile.read(folder).nextEpoch();
    first.write(folder);
    assertEquals(first, OwnerFile.read(folder));
    assertFalse(first.created());
    first.isCreated().write(folder);
    OwnerFile second = OwnerFile.read(folder).nextEpoch();
    assertEquals(first.id(), second.id());
    assertEquals(first.epoch() + 1, second.epoch());
    assertTrue(second.created());
    TableState.Owner owner = second.newOwner();
    assertEquals(owner, TableState.Owner.decode(owner.encode()));
    assertNotEquals(owner, second.newOwner());
    assertNotEquals(first.id(), OwnerFile.read(directory).id());
  }

  @Test
  void aFolderWithATableOnDiskIsRefused() throws IOException {
    Files.createFile(directory.resolve("CURRENT"));
    IOException refused = assertThrows(IOException.class, () -> OwnerFile.read(directory));
    assertTrue(refused.getMessage().contains("storage on disk"), refused.getMessage());
  }

  @Test
  void aFileThatIsNotCompleteIsRefused() throws IOException {
    Files.write(directory.resolve(OwnerFile.NAME), new byte[3]);
    IOException refused = assertThrows(IOException.class, () -> OwnerFile.read(directory));
    assertTrue(refused.getMessage().contains("bytes=3, expected=25"), refused.getMessage());
  }
}
