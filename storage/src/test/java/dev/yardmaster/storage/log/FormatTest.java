package dev.yardmaster.storage.log;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.log.LogFixture.RecoveredData;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.SegmentFormat;
import dev.yardmaster.storage.log.format.SegmentReader;
import dev.yardmaster.storage.log.format.TableNames;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reads directories that earlier releases wrote, one directory for each version of the segments'
 * format. Each directory was written by three starts of a service; it contains a checkpoint and two
 * segments.
 */
class FormatTest {

  private static final long YEAR_2020_MS = 1_577_836_800_000L;

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
        CommitLog log = CommitLog.begin(disk, 1 << 16, 1 << 16, recovered, () -> 0);
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

  @Test
  void groupsHaveTimesFromTheSecondFormatOn() throws IOException, URISyntaxException {
    for (int version = 1; version <= 2; version++) {
      Path kept = Path.of(FormatTest.class.getResource("/format/" + version).toURI());
      try (FileDisk disk = FileDisk.openToRead(kept);
          SegmentReader reader =
              SegmentReader.open(disk, SegmentFormat.fileName(6), new TableNames())) {
        long end = reader.check(SegmentFormat.GROUPS_OFFSET);
        assertTrue(end > 0);
        long timeMs = reader.timeMs(SegmentFormat.GROUPS_OFFSET);
        assertEquals(version == 1, timeMs == SegmentReader.NO_TIME);
        assertTrue(version == 1 || timeMs > YEAR_2020_MS, () -> "written at " + timeMs);
      }
    }
  }

  @Test
  void aGroupHasTheTimeOfItsWrite() throws IOException {
    AtomicLong nowMs = new AtomicLong(1_000);
    try (FileDisk disk = FileDisk.open(directory)) {
      Recovered recovered = Recovery.run(disk, new RecoveredData(), (read, of) -> {});
      CommitLog log = CommitLog.begin(disk, 1 << 16, 1 << 16, recovered, nowMs::get);
      for (int i = 1; i <= 2; i++) {
        log.append(i, i, LogFixture.writes(LogFixture.key(i), "note"));
        nowMs.addAndGet(500);
        log.write();
      }
      log.close();
      try (SegmentReader reader =
          SegmentReader.open(disk, SegmentFormat.fileName(1), new TableNames())) {
        long second = reader.check(SegmentFormat.GROUPS_OFFSET);
        assertEquals(1_500, reader.timeMs(SegmentFormat.GROUPS_OFFSET));
        assertTrue(reader.check(second) > second);
        assertEquals(2_000, reader.timeMs(second));
      }
    }
  }
}
