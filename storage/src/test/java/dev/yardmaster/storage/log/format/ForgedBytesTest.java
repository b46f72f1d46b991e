package dev.yardmaster.storage.log.format;

import static dev.yardmaster.storage.log.LogFixture.begin;
import static dev.yardmaster.storage.log.LogFixture.commit;
import static dev.yardmaster.storage.log.LogFixture.hashes;
import static dev.yardmaster.storage.log.LogFixture.key;
import static dev.yardmaster.storage.log.LogFixture.recover;
import static dev.yardmaster.storage.log.LogFixture.segments;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.LogFixture.RecoveredData;
import dev.yardmaster.storage.log.Recovered;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.FileDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the recovery of segments with bytes that only a program that knows the layout can make. */
class ForgedBytesTest {

  @TempDir private Path directory;

  @BeforeEach
  void hasOneNote() throws IOException {
    try (FileDisk disk = FileDisk.open(directory)) {
      CommitLog log = begin(disk);
      commit(log, log.appendedVersion() + 1, key(1), "note 1");
      log.close();
    }
  }

  @Test
  void aFormatOfAnotherReleaseIsNotTakenForDamage() throws IOException {
    Path segment = segments(directory).get(0);
    byte[] bytes = Files.readAllBytes(segment);
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(SegmentFormat.VERSION_OFFSET, 3);
    header.putInt(
        SegmentFormat.CRC_OFFSET,
        new Salt(0, 0, 0).crc(header, SegmentFormat.VERSION_OFFSET, SegmentFormat.HEADER_BYTES));
    Files.write(segment, bytes);
    Map<String, Integer> before = hashes(directory);
    YardmasterException error =
        assertThrows(YardmasterException.class, () -> recover(directory, new RecoveredData()));
    assertEquals(before, hashes(directory), "nothing is changed");
    assertEquals(ErrorCode.DAMAGED, error.code());
    assertEquals("3", error.details().get("version"));
    assertEquals("2", error.details().get("supported"));
    assertEquals("log-0000000001", error.details().get("file"));
  }

  /**
   * A client stores a value that has the bytes of a group's header. If the group with that value is
   * torn, recovery must not mistake the value for a later group; otherwise it would report the torn
   * group as damaged.
   */
  @Test
  void aStoredValueCannotPassForAGroup() throws IOException {
    try (FileDisk disk = FileDisk.open(directory)) {
      Recovered recovered = Recovery.run(disk, new RecoveredData(), (bytes, of) -> {});
      CommitLog log = CommitLog.begin(disk, 1 << 20, 1 << 16, recovered, () -> 0);
      // The forged header uses everything that a client can know or guess: the epoch, the segment's
      // number, and the layout.
      ByteBuffer forged =
          ByteBuffer.allocate(4 * GroupFormat.BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      Salt guessed = new Salt(recovered.epoch(), recovered.nextSequence(), 0);
      int tableBytes = 2 + "notes".length();
      int valueAt =
          GroupFormat.HEADER_BYTES + CommitFormat.HEADER_BYTES + tableBytes + Long.BYTES + 4;
      ByteBuffer header =
          forged
              .slice(GroupFormat.BLOCK_BYTES - valueAt, GroupFormat.HEADER_BYTES)
              .order(ByteOrder.LITTLE_ENDIAN);
      GroupFormat.seal(header, GroupFormat.HEADER_BYTES, 0, 1 << 19, 99, guessed);
      WriteSet writes = new WriteSet();
      writes.write(writes.add(key(2), 0), forged.array());
      long version = log.appendedVersion() + 1;
      log.append(version, version, writes);
      log.write();
      // The test does not close the log, as if the process had been killed.
    }
    List<Path> segments = segments(directory);
    Path last = segments.get(segments.size() - 1);
    byte[] torn = Files.readAllBytes(last);
    torn[SegmentFormat.GROUPS_OFFSET + GroupFormat.HEADER_BYTES + 1] ^= 1;
    Files.write(last, torn);
    RecoveredData found = new RecoveredData();
    recover(directory, found);
    assertEquals(
        Map.of(key(1).toString(), "note 1"),
        found.live(),
        "the group must count as torn, not as damaged");
  }
}
