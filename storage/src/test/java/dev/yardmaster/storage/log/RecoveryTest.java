package dev.yardmaster.storage.log;

import static dev.yardmaster.storage.log.LogFixture.asAfterACrash;
import static dev.yardmaster.storage.log.LogFixture.begin;
import static dev.yardmaster.storage.log.LogFixture.commit;
import static dev.yardmaster.storage.log.LogFixture.files;
import static dev.yardmaster.storage.log.LogFixture.hashes;
import static dev.yardmaster.storage.log.LogFixture.key;
import static dev.yardmaster.storage.log.LogFixture.recover;
import static dev.yardmaster.storage.log.LogFixture.segments;
import static dev.yardmaster.storage.log.LogFixture.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.LogFixture.RecoveredData;
import dev.yardmaster.storage.log.backup.Inspection;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.disk.ForwardingDisk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointWriter;
import dev.yardmaster.storage.log.format.GroupFormat;
import dev.yardmaster.storage.log.format.LogVisitor;
import dev.yardmaster.storage.log.format.RecordEncoder;
import dev.yardmaster.storage.log.format.SegmentFormat;
import dev.yardmaster.storage.log.format.StoredWrite;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the recovery of intact, torn and damaged directories. */
class RecoveryTest {

  @TempDir private Path directory;
  private final RecoveredData found = new RecoveredData();

  @BeforeEach
  void isEmptyAtFirst() throws IOException {
    Recovered nothing = recover(directory, found);
    assertEquals(1, nothing.epoch());
    assertEquals(0, nothing.startVersion());
    assertEquals(Map.of(), found.live());
  }

  /** Commits {@code count} groups of one transaction each. The versions start at {@code first}. */
  private void commitNotes(int first, int count) throws IOException {
    try (FileDisk disk = FileDisk.open(directory)) {
      CommitLog log = begin(disk);
      for (int i = first; i < first + count; i++) {
        commit(log, log.appendedVersion() + 1, key(i), "note " + i);
      }
      log.close();
    }
  }

  private static Map<String, String> notes(int count) {
    Map<String, String> notes = new TreeMap<>();
    for (int i = 1; i <= count; i++) {
      notes.put(key(i).toString(), "note " + i);
    }
    return notes;
  }

  private RecoveredData read() throws IOException {
    RecoveredData contents = new RecoveredData();
    recover(directory, contents);
    return contents;
  }

  private YardmasterException readFails() throws IOException {
    Map<String, Integer> before = hashes(directory);
    YardmasterException error =
        assertThrows(YardmasterException.class, () -> recover(directory, new RecoveredData()));
    assertEquals(ErrorCode.DAMAGED, error.code());
    assertEquals(before, hashes(directory), "nothing is changed");
    return error;
  }

  @Test
  void givesBackWhatWasForced() throws IOException {
    try (FileDisk disk = FileDisk.open(directory)) {
      CommitLog log = begin(disk);
      log.append(7, 1, writes(key(1), "one", key(2), "two"));
      log.append(8, 2, writes(key(2), null, key(3), "three"));
      log.write();
      log.force();
      commit(log, 3, key(1), "uno");
      assertEquals(3, log.forcedVersion());
      log.close();
    }
    Recovered recovered = recover(directory, found);
    assertEquals(Map.of("notes/1", "uno", "notes/3", "three"), found.live());
    assertEquals(Map.of(key(1), 3L, key(2), 2L, key(3), 2L), found.versions);
    assertEquals(3, recovered.transactions());
    assertEquals(3, recovered.replayed());
    assertEquals(0, recovered.tornBytes());
  }

  @Test
  void everyStartHasItsOwnEpochAndVersionsAboveAllBefore() throws IOException {
    commitNotes(1, 3);
    Recovered second = recover(directory, found);
    assertEquals(3, second.epoch(), "there were two starts before");
    assertTrue(second.startVersion() > 3, second::toString);
    commitNotes(4, 2);
    Recovered third = recover(directory, found);
    assertEquals(5, third.epoch());
    assertTrue(third.startVersion() > second.startVersion() + 2, third::toString);
    assertEquals(notes(5), found.live());
  }

  @Test
  void manySegmentsAndStartsAreOneLog() throws IOException {
    for (int start = 0; start < 4; start++) {
      commitNotes(1 + 30 * start, 30);
    }
    assertTrue(segments(directory).size() >= 8, segments(directory)::toString);
    assertEquals(notes(120), read().live());
  }

  @Test
  void anEmptySegmentIsNotRemovedBeforeThereIsACheckpoint() throws IOException {
    for (int start = 1; start <= 4; start++) {
      try (Disk disk = FileDisk.open(directory)) {
        CommitLog log = begin(disk);
        assertFalse(log.removeCovered());
        log.close();
      }
    }
    assertEquals(4, segments(directory).size());
  }

  @Test
  void aTransactionThatIsLongerThanASegmentHasItsOwn() throws IOException {
    String large = "x".repeat(3 * (int) LogFixture.SEGMENT_BYTES);
    try (FileDisk disk = FileDisk.open(directory)) {
      CommitLog log = begin(disk);
      commit(log, 1, key(1), "small");
      commit(log, 2, key(2), large);
      commit(log, 3, key(3), "small");
      log.close();
    }
    assertEquals(Map.of("notes/1", "small", "notes/2", large, "notes/3", "small"), read().live());
  }

  @Test
  void readingTwiceIsReadingOnce() throws IOException {
    commitNotes(1, 10);
    recover(directory, found);
    Map<String, String> once = found.live();
    recover(directory, found);
    assertEquals(once, found.live());
  }

  @Test
  void cutsOffATornEndWhereverItIsTorn() throws IOException {
    commitNotes(1, 5);
    Path last = segments(directory).get(0);
    byte[] whole = asAfterACrash(last);
    int lastGroup = whole.length - GroupFormat.BLOCK_BYTES;
    for (int length = lastGroup; length < lastGroup + 120; length++) {
      Files.write(last, Arrays.copyOf(whole, length));
      // The data of a group ends at the group's last record, long before the end of its block.
      Map<String, String> expected = length < recordsEnd(whole, lastGroup) ? notes(4) : notes(5);
      assertEquals(expected, read().live(), "cut at " + length);
      assertEquals(
          0, recover(directory, found).tornBytes(), "a second recovery must find no torn end");
    }
  }

  private static int recordsEnd(byte[] segment, int group) {
    int length =
        java.nio.ByteBuffer.wrap(segment)
            .order(java.nio.ByteOrder.LITTLE_ENDIAN)
            .getInt(group + GroupFormat.LENGTH_OFFSET);
    return group + GroupFormat.HEADER_BYTES + length;
  }

  @Test
  void cutsOffATornGroupAndGoesOnBehindIt() throws IOException {
    commitNotes(1, 5);
    Path last = segments(directory).get(0);
    byte[] bytes = asAfterACrash(last);
    int lastGroup = bytes.length - GroupFormat.BLOCK_BYTES;
    bytes[lastGroup + GroupFormat.HEADER_BYTES + RecordEncoder.HEADER_BYTES] ^= 1;
    Files.write(last, bytes);
    Recovered recovered = recover(directory, found);
    assertEquals(notes(4), found.live());
    assertEquals(GroupFormat.BLOCK_BYTES, recovered.tornBytes());
    commitNotes(5, 3);
    assertEquals(notes(7), read().live());
  }

  @Test
  void everyFlippedBitOfAnEarlierGroupIsDamage() throws IOException {
    commitNotes(1, 5);
    Path last = segments(directory).get(0);
    byte[] whole = asAfterACrash(last);
    int thirdGroup = whole.length - 3 * GroupFormat.BLOCK_BYTES;
    for (int at = thirdGroup; at < recordsEnd(whole, thirdGroup); at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= (byte) (1 << (at % 8));
      Files.write(last, flipped);
      YardmasterException error = readFails();
      assertEquals("" + thirdGroup, error.details().get("position"));
      assertEquals("log-0000000001", error.details().get("file"));
    }
    Files.write(last, whole);
    assertEquals(notes(5), read().live());
  }

  @Test
  void afterACloseDamageToTheLastGroupIsDamage() throws IOException {
    commitNotes(1, 5);
    Path last = segments(directory).get(0);
    byte[] whole = Files.readAllBytes(last);
    int lastGroup = whole.length - 2 * GroupFormat.BLOCK_BYTES;
    for (int at = lastGroup; at < recordsEnd(whole, lastGroup); at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= (byte) (1 << (at % 8));
      Files.write(last, flipped);
      assertEquals("" + lastGroup, readFails().details().get("position"));
    }
  }

  @Test
  void aCompleteSegmentMustBeWhole() throws IOException {
    commitNotes(1, 5);
    commitNotes(6, 5);
    Path first = segments(directory).get(0);
    byte[] whole = Files.readAllBytes(first);
    Files.write(first, Arrays.copyOf(whole, whole.length - GroupFormat.BLOCK_BYTES));
    readFails();
    byte[] flipped = whole.clone();
    flipped[whole.length - 2 * GroupFormat.BLOCK_BYTES + GroupFormat.HEADER_BYTES + 1] ^= 1;
    Files.write(first, flipped);
    readFails();
  }

  @Test
  void aCompleteSegmentHasNothingBehindItsEnd() throws IOException {
    commitNotes(1, 5);
    commitNotes(6, 5);
    Path first = segments(directory).get(0);
    byte[] whole = Files.readAllBytes(first);
    // The segment now looks as if a process that had lost the lock had continued to write it.
    Files.write(first, Arrays.copyOf(whole, whole.length + GroupFormat.BLOCK_BYTES));
    assertEquals("" + whole.length, readFails().details().get("position"));
  }

  @Test
  void everySegmentMustBeThere() throws IOException {
    for (int start = 0; start < 3; start++) {
      commitNotes(1 + 5 * start, 5);
    }
    List<Path> segments = segments(directory);
    for (Path missing : segments.subList(0, 2)) {
      byte[] bytes = Files.readAllBytes(missing);
      Files.delete(missing);
      readFails();
      Files.write(missing, bytes);
    }
    assertEquals(notes(15), read().live());
  }

  @Test
  void aSegmentOfAnotherPlaceOrStartDoesNotPass() throws IOException {
    commitNotes(1, 3);
    commitNotes(4, 3);
    List<Path> segments = segments(directory);
    byte[] second = Files.readAllBytes(segments.get(1));
    Files.copy(segments.get(0), segments.get(1), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    readFails();
    // The last segment now contains, at a valid position, a group of another segment.
    byte[] first = Files.readAllBytes(segments.get(0));
    byte[] mixed = Arrays.copyOf(second, second.length + GroupFormat.BLOCK_BYTES);
    System.arraycopy(
        first, SegmentFormat.GROUPS_OFFSET, mixed, second.length, GroupFormat.BLOCK_BYTES);
    Files.write(segments.get(1), mixed);
    RecoveredData found = new RecoveredData();
    Recovered how = recover(directory, found);
    assertEquals(
        notes(6), found.live(), "recovery must treat a group of another segment as a torn end");
    assertEquals(6, how.transactions());
    assertEquals(GroupFormat.BLOCK_BYTES, how.tornBytes());
  }

  @Test
  void makesSureOfTheEndWithoutWritingOverIt() throws IOException {
    commitNotes(1, 3);
    asAfterACrash(segments(directory).get(0));
    // The directory has two unfinished files: one of an earlier recovery, and one of a checkpoint.
    Files.writeString(directory.resolve("log-0000000001.tmp"), "half");
    Files.writeString(directory.resolve("checkpoint-0000000000000000007.tmp"), "half");
    assertEquals(
        List.of(
            "create epoch-0000000003",
            "forceNames",
            "delete epoch-0000000002",
            "forceNames",
            "delete checkpoint-0000000000000000007.tmp",
            "delete log-0000000001.tmp",
            "create log-0000000001.tmp",
            "write log-0000000001.tmp",
            "force log-0000000001.tmp",
            "rename log-0000000001",
            "forceNames"),
        operationsOfAStart(),
        "leftovers must be deleted before the segment is copied");
    assertEquals(notes(3), read().live());
  }

  @Test
  void copiesNothingAfterACleanClose() throws IOException {
    commitNotes(1, 3);
    assertEquals(
        List.of(
            "create epoch-0000000003",
            "forceNames",
            "delete epoch-0000000002",
            "write log-0000000001",
            "force log-0000000001",
            "forceNames"),
        operationsOfAStart(),
        "recovery must rewrite only the closing group, which has no commits");
    assertEquals(notes(3), read().live());
  }

  private List<String> operationsOfAStart() throws IOException {
    try (FailingDisk disk = new FailingDisk(FileDisk.open(directory))) {
      Recovery.run(disk, new RecoveredData(), (bytes, of) -> {});
      return disk.done;
    }
  }

  @Test
  void unfinishedFilesGoAndOthersStay() throws IOException {
    commitNotes(1, 3);
    Path unfinished = directory.resolve("log-0000000002.tmp");
    Path checkpoint = directory.resolve("checkpoint-0000000000000000007.tmp");
    Files.writeString(unfinished, "half");
    Files.writeString(checkpoint, "half");
    List<String> others =
        List.of(
            "README",
            "notes.tmp",
            "log-1",
            "log-000000000001",
            "epoch-00000000001",
            "log-9999999999999999999",
            "log-9999999999999999999.tmp",
            "checkpoint-9999999999999999999",
            "checkpoint-9999999999999999999.tmp");
    for (String other : others) {
      Files.writeString(directory.resolve(other), "of the operator");
    }
    assertEquals(notes(3), read().live());
    assertFalse(Files.exists(unfinished));
    assertFalse(Files.exists(checkpoint));
    for (String other : others) {
      assertTrue(Files.exists(directory.resolve(other)), other);
    }
  }

  @Test
  void aCheckpointWithoutItsLogIsDamage() throws IOException {
    try (FileDisk disk = FileDisk.open(directory);
        CheckpointWriter writer =
            new CheckpointWriter(
                disk, new CheckpointFormat.Header(1, 5), CheckpointWriter.newBlock(0))) {
      writer.add(key(1), LogFixture.bytes("note 1"), 4);
      writer.finish(Long.MIN_VALUE, 5);
    }
    readFails();
    assertEquals(1, files(directory, "checkpoint-").size());
  }

  /** The checkpoint lacks entries that a commit replaced while the checkpoint was written. */
  @Test
  void aLogThatEndsBeforeTheCheckpointIsCompleteIsDamage() throws IOException {
    try (RandomLog log = new RandomLog(directory, 1)) {
      log.commit(4);
      log.checkpoint(12);
      log.log.force();
    }
    List<Path> segments = LogFixture.segments(directory);
    assertTrue(segments.size() > 1);
    assertFalse(inspectionIsDamaged());
    for (Path later : segments.subList(1, segments.size())) {
      Files.delete(later);
    }
    YardmasterException error = readFails();
    assertTrue(error.getMessage().contains("but the checkpoint needs it"), error::getMessage);
    assertTrue(inspectionIsDamaged());
  }

  private boolean inspectionIsDamaged() throws IOException {
    try (FileDisk disk = FileDisk.openToRead(directory)) {
      return Inspection.of(disk, LogVisitor.NONE).isDamaged();
    }
  }

  /** Writes a checkpoint with note 1 at the watermark. */
  private void checkpoint(long watermark) throws IOException {
    try (FileDisk disk = FileDisk.open(directory);
        CheckpointWriter writer =
            new CheckpointWriter(
                disk, new CheckpointFormat.Header(1, watermark), CheckpointWriter.newBlock(0))) {
      writer.add(key(1), LogFixture.bytes("note 1"), 1);
      writer.finish(Long.MIN_VALUE, watermark);
    }
  }

  @Test
  void aCheckpointWithTheNameOfAnotherIsDamage() throws IOException {
    commitNotes(1, 3);
    checkpoint(2);
    Files.move(
        directory.resolve(CheckpointFormat.fileName(2)),
        directory.resolve(CheckpointFormat.fileName(3)));
    assertEquals(CheckpointFormat.fileName(3), readFails().details().get("file"));
  }

  @Test
  void aSegmentWithTheNameOfAnotherOrWithoutAHeaderIsDamage() throws IOException {
    commitNotes(1, 3);
    Path first = segments(directory).get(0);
    Path second = directory.resolve(SegmentFormat.fileName(2));
    Files.move(first, second);
    YardmasterException error = readFails();
    assertEquals("log-0000000002", error.details().get("file"));
    assertEquals("0", error.details().get("position"));
    Files.move(second, first);
    byte[] bytes = Files.readAllBytes(first);
    bytes[SegmentFormat.NONCE_OFFSET] ^= 1;
    Files.write(first, bytes);
    assertEquals("0", readFails().details().get("position"));
  }

  @Test
  void replacedCheckpointsAndSegmentsBeforeAGapGo() throws IOException {
    for (int start = 0; start < 4; start++) {
      commitNotes(1 + 3 * start, 3);
    }
    long covered = recoveredVersion();
    checkpoint(2);
    checkpoint(covered);
    Files.delete(segments(directory).get(1));
    assertEquals(3, segments(directory).size());
    read();
    assertEquals(
        List.of(CheckpointFormat.fileName(covered)),
        files(directory, "checkpoint-").stream()
            .map(file -> file.getFileName().toString())
            .toList());
    assertEquals(
        List.of("log-0000000003", "log-0000000004"),
        segments(directory).stream().map(file -> file.getFileName().toString()).toList());
  }

  /** Returns the newest version in the directory. */
  private long recoveredVersion() throws IOException {
    return read().versions.values().stream().mapToLong(version -> version).max().orElse(0);
  }

  @Test
  void theProgressEndsAtAllBytes() throws IOException {
    commitNotes(1, 3);
    commitNotes(4, 3);
    checkpoint(2);
    long[] last = new long[2];
    try (FileDisk disk = FileDisk.open(directory)) {
      Recovery.run(
          disk,
          found,
          (bytes, ofBytes) -> {
            assertTrue(bytes > last[0], bytes + " after " + last[0]);
            last[0] = bytes;
            last[1] = ofBytes;
          });
    }
    assertTrue(last[0] > 0);
    assertEquals(last[1], last[0]);
  }

  @Test
  void theClosingGroupIsWrittenAgainAsItWas() throws IOException {
    commitNotes(1, 3);
    byte[] whole = Files.readAllBytes(segments(directory).get(0));
    int closing = whole.length - GroupFormat.BLOCK_BYTES;
    ByteBuffer written = ByteBuffer.allocate(whole.length);
    try (FileDisk disk = FileDisk.open(directory)) {
      Recovery.run(
          new ForwardingDisk(disk) {
            @Override
            protected void write(String name, DiskFile file, ByteBuffer source, long position)
                throws IOException {
              assertEquals(closing, position);
              written.put(source.duplicate());
              super.write(name, file, source, position);
            }
          },
          found,
          (bytes, ofBytes) -> {});
    }
    assertEquals(ByteBuffer.wrap(whole, closing, GroupFormat.BLOCK_BYTES), written.flip());
  }

  @Test
  void whatTheCheckpointCoversIsNotReadFromTheLogAgain() throws IOException {
    commitNotes(1, 3);
    checkpoint(2);
    List<String> received = new ArrayList<>();
    Recovery.Sink sink =
        new Recovery.Sink() {
          @Override
          public void expect(long entries) {
            received.add("expect " + entries);
          }

          @Override
          public void entry(StoredWrite write, long version) {
            received.add("version " + version);
          }

          @Override
          public void complete() {
            received.add("complete");
          }
        };
    Recovered recovered = recover(directory, sink);
    assertEquals(
        List.of("expect 1", "version 1", "version 3", "complete"),
        received,
        "recovery must return the number of the checkpoint's entries, the checkpoint's entry, and"
            + " then the entry of the log after the checkpoint");
    assertEquals(3, recovered.transactions());
  }
}
