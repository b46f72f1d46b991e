package dev.yardmaster.storage.log.backup;

import static dev.yardmaster.storage.log.LogFixture.asAfterACrash;
import static dev.yardmaster.storage.log.LogFixture.begin;
import static dev.yardmaster.storage.log.LogFixture.bytes;
import static dev.yardmaster.storage.log.LogFixture.commit;
import static dev.yardmaster.storage.log.LogFixture.hashes;
import static dev.yardmaster.storage.log.LogFixture.key;
import static dev.yardmaster.storage.log.LogFixture.segments;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.backup.Inspection.FileReport;
import dev.yardmaster.storage.log.backup.Inspection.State;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.disk.ForwardingDisk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointWriter;
import dev.yardmaster.storage.log.format.GroupFormat;
import dev.yardmaster.storage.log.format.LogVisitor;
import dev.yardmaster.storage.log.format.SegmentFormat;
import dev.yardmaster.storage.log.format.StoredWrite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectionTest {

  @TempDir private Path directory;
  private final List<String> shown = new ArrayList<>();

  private Inspection inspect() throws IOException {
    shown.clear();
    Map<String, Integer> before = hashes(directory);
    try (FileDisk disk = FileDisk.open(directory)) {
      Inspection inspection =
          Inspection.of(
              disk,
              new LogVisitor() {
                @Override
                public boolean transaction(long version, long transactionId, int writes) {
                  shown.add(version + " " + transactionId + " " + writes);
                  return true;
                }

                @Override
                public void entry(StoredWrite write, long version) {
                  shown.add(
                      write.key() + (write.isDeletion() ? " deleted" : " " + write.valueLength()));
                }
              });
      assertEquals(before, hashes(directory), "nothing is changed");
      return inspection;
    }
  }

  private static List<State> states(Inspection inspection) {
    return inspection.files().stream().map(FileReport::state).toList();
  }

  private void twoSegments() throws IOException {
    for (int start = 0; start < 2; start++) {
      try (FileDisk disk = FileDisk.open(directory)) {
        CommitLog log = begin(disk);
        commit(log, log.appendedVersion() + 1, key(1), "one", key(2), null);
        commit(log, log.appendedVersion() + 1, key(1), "two");
        log.close();
      }
    }
  }

  @Test
  void showsWhatIsThere() throws IOException {
    assertEquals(List.of(), inspect().files());
    twoSegments();
    Inspection whole = inspect();
    assertFalse(whole.isDamaged());
    assertEquals(List.of(State.WHOLE, State.WHOLE), states(whole));
    FileReport first = whole.files().get(0);
    assertEquals("log-0000000001", first.name());
    assertEquals(2, first.count());
    assertEquals(0, first.firstVersion());
    assertEquals(2, first.lastVersion());
    assertEquals(2, whole.files().get(1).epoch());
    assertTrue(
        shown.containsAll(List.of("1 1001 2", "notes/1 3", "notes/2 deleted")), shown::toString);
  }

  @Test
  void tellsTornFromDamaged() throws IOException {
    twoSegments();
    for (int segment = 0; segment < 2; segment++) {
      Path file = segments(directory).get(segment);
      byte[] whole = segment == 0 ? Files.readAllBytes(file) : asAfterACrash(file);
      int lastGroup = whole.length - (segment == 0 ? 2 : 1) * GroupFormat.BLOCK_BYTES;
      byte[] flipped = whole.clone();
      flipped[lastGroup + GroupFormat.HEADER_BYTES + 1] ^= 1;
      Files.write(file, flipped);
      Inspection inspection = inspect();
      assertEquals(segment == 0 ? State.DAMAGED : State.TORN, states(inspection).get(segment));
      assertEquals(segment == 0, inspection.isDamaged());
      assertEquals(lastGroup, inspection.files().get(segment).wholeBytes());
      Files.write(file, Arrays.copyOf(whole, 20));
      assertEquals(State.DAMAGED, states(inspect()).get(segment));
      Files.write(file, whole);
    }
    assertFalse(inspect().isDamaged());
  }

  @Test
  void missesTheBeginning() throws IOException {
    twoSegments();
    Files.delete(segments(directory).get(0));
    Inspection inspection = inspect();
    assertTrue(inspection.isDamaged());
    assertTrue(
        inspection.files().get(0).problem().orElseThrow().contains("are missing: log-0000000001"));
  }

  @Test
  void whatACheckpointReplacesIsLeftOver() throws IOException {
    twoSegments();
    checkpoint(1);
    checkpoint(1L << 40);
    Files.writeString(directory.resolve("log-0000000009.tmp"), "half");
    Inspection inspection = inspect();
    assertEquals(
        List.of(State.LEFT_OVER, State.WHOLE, State.WHOLE, State.WHOLE, State.LEFT_OVER),
        states(inspection));
    assertEquals(1, inspection.files().get(1).count());
  }

  @Test
  void anUnfinishedFileMayBeCompletedMeanwhile() throws IOException {
    twoSegments();
    Path unfinished = Files.writeString(directory.resolve("log-0000000003.tmp"), "half");
    FileDisk files = FileDisk.openToRead(directory);
    try (Disk disk =
        new ForwardingDisk(files) {
          @Override
          public List<String> list() throws IOException {
            List<String> names = files.list();
            Files.move(unfinished, directory.resolve("log-0000000003"));
            return names;
          }
        }) {
      Inspection inspection = Inspection.of(disk, LogVisitor.NONE);
      assertEquals(List.of(State.WHOLE, State.WHOLE), states(inspection));
    }
  }

  @Test
  void aCheckpointWithoutItsLogIsDamage() throws IOException {
    twoSegments();
    checkpoint(2);
    for (Path segment : segments(directory)) {
      Files.delete(segment);
    }
    Inspection inspection = inspect();
    assertTrue(
        inspection.isDamaged(),
        "the inspection must report the damage that prevents the service from starting");
    assertEquals(
        "the log after this checkpoint is missing",
        inspection.files().get(0).problem().orElseThrow());
  }

  @Test
  void whatIsRemovedAnywayMayBeDamaged() throws IOException {
    twoSegments();
    checkpoint(1);
    checkpoint(1L << 40);
    Files.write(directory.resolve(CheckpointFormat.fileName(1)), new byte[10]);
    Files.copy(segments(directory).get(1), directory.resolve(SegmentFormat.fileName(4)));
    Files.delete(directory.resolve(SegmentFormat.fileName(2)));
    Files.write(segments(directory).get(0), new byte[10]);
    Inspection inspection = inspect();
    assertEquals(State.LEFT_OVER, states(inspection).get(0));
    assertEquals(State.LEFT_OVER, states(inspection).get(2));
  }

  private void checkpoint(long watermark) throws IOException {
    try (FileDisk disk = FileDisk.open(directory);
        CheckpointWriter writer =
            new CheckpointWriter(
                disk, new CheckpointFormat.Header(1, watermark), CheckpointWriter.newBlock(0))) {
      writer.add(key(1), bytes("one"), 1);
      writer.finish(0, watermark);
    }
  }
}
