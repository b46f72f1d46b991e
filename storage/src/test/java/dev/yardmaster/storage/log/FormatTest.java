package dev.yardmaster.storage.log;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.log.LogFixture.RecoveredData;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Directories that earlier releases wrote, one for each version of the segments' format. Each is
 * the work of three starts of a service, with a checkpoint and two segments.
 */
class FormatTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void readsTheDirectoryOfAnEarlierRelease(int version) throws IOException, URISyntaxException {
    Path kept = Path.of(FormatTest.class.getResource("/format/" + version).toURI());
    for (Path file : LogFixture.files(kept, "")) {
      Files.copy(file, directory.resolve(file.getFileName()));
    }
    for (int start = 0; start < 2; start++) {
      RecoveredData found = new RecoveredData();
      try (FileDisk disk = FileDisk.open(directory)) {
        Recovered recovered = Recovery.run(disk, found, (read, of) -> {});
        assertEquals(4 + start, recovered.epoch());
        CommitLog log = CommitLog.begin(disk, 1 << 16, 1 << 16, recovered);
        LogFixture.commit(log, recovered.startVersion() + 1, Key.of("notes", 100), "new");
        log.close();
      }
      for (int i = 0; i < 20; i++) {
        String note = i == 4 || i == 9 || i == 14 ? null : "note " + i + " of start 2";
        byte[] value = found.values.get(Key.of("notes", i));
        assertEquals(note, value == null ? null : new String(value, StandardCharsets.UTF_8));
        assertArrayEquals(new byte[] {(byte) i}, found.values.get(Key.of("names", "näme-" + i)));
      }
      for (int i = 0; i < 3; i++) {
        assertArrayEquals(new byte[20_000], found.values.get(Key.of("large", i)));
      }
      assertEquals(start == 1, found.values.containsKey(Key.of("notes", 100)));
    }
  }
}
