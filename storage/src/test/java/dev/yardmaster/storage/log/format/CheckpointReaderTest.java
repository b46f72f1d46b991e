package dev.yardmaster.storage.log.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.disk.FileDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the reader on checkpoints that are damaged, and on other files. */
class CheckpointReaderTest {

  private static final CheckpointFormat.Header HEADER = new CheckpointFormat.Header(1, 10);
  private static final String NAME = HEADER.fileName();
  private static final int FIRST_BLOCK = CheckpointFormat.HEADER_BYTES;
  private static final int END_BLOCK_BYTES =
      CheckpointFormat.BLOCK_HEADER_BYTES + CheckpointFormat.END_BYTES;

  @TempDir private Path folder;
  private FileDisk disk;
  private final List<Long> gaps = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    disk = FileDisk.open(folder);
  }

  @AfterEach
  void close() throws IOException {
    disk.close();
  }

  /** Writes a checkpoint with one block, and returns its bytes. */
  private byte[] write(int entries, int valueBytes) throws IOException {
    try (CheckpointWriter writer =
        new CheckpointWriter(disk, HEADER, CheckpointWriter.newBlock(0))) {
      for (int i = 1; i <= entries; i++) {
        writer.add(Key.of("n", i), new byte[valueBytes], i);
      }
      writer.finish(5, 12);
    }
    return Files.readAllBytes(folder.resolve(NAME));
  }

  private CheckpointReader reader(byte[] content) throws IOException {
    Files.write(folder.resolve(NAME), content);
    return CheckpointReader.open(disk, NAME, new TableNames());
  }

  private long completeFrom(byte[] content) throws IOException {
    Files.write(folder.resolve(NAME), content);
    return CheckpointReader.completeFrom(disk, NAME);
  }

  private boolean readIntact(CheckpointReader reader) throws IOException {
    return reader.readIntact(
        (write, version) -> {},
        (from, to) -> {
          gaps.add(from);
          gaps.add(to);
        });
  }

  @Test
  void theEndIsFoundBehindADamagedBlock() throws IOException {
    byte[] content = write(3, 100);
    content[FIRST_BLOCK + 50] ^= 1;
    try (CheckpointReader reader = reader(content)) {
      assertTrue(readIntact(reader));
      assertEquals(List.of((long) FIRST_BLOCK, (long) content.length - END_BLOCK_BYTES), gaps);
      assertEquals(5, reader.horizonMs());
      assertEquals(12, reader.completeFrom());
    }
  }

  @Test
  void withoutAnyIntactBlockTheGapReachesTheEndOfTheFile() throws IOException {
    byte[] content = write(3, 100);
    content[FIRST_BLOCK + 50] ^= 1;
    content[content.length - 1] ^= 1;
    try (CheckpointReader reader = reader(content)) {
      assertFalse(readIntact(reader));
      assertEquals(List.of((long) FIRST_BLOCK, (long) content.length), gaps);
    }
  }

  @Test
  void blocksWithGreatVersionsAreFound() throws IOException {
    CheckpointFormat.Header great = new CheckpointFormat.Header(1, 1L << 50);
    try (CheckpointWriter writer =
        new CheckpointWriter(disk, great, CheckpointWriter.newBlock(0))) {
      for (int i = 0; i < 3; i++) {
        // Each of these entries has its own block.
        writer.add(Key.of("n", i), new byte[600_000], great.watermark() + i);
      }
      writer.finish(5, great.watermark() + 3);
    }
    Path file = folder.resolve(great.fileName());
    byte[] content = Files.readAllBytes(file);
    content[FIRST_BLOCK + 50] ^= 1;
    Files.write(file, content);
    List<Long> found = new ArrayList<>();
    try (CheckpointReader reader =
        CheckpointReader.open(disk, great.fileName(), new TableNames())) {
      assertTrue(
          reader.readIntact((write, version) -> found.add(version), (from, to) -> gaps.add(to)));
    }
    assertEquals(1, gaps.size());
    assertEquals(List.of(great.watermark() + 1, great.watermark() + 2), found);
  }

  @Test
  void aLengthBeyondTheFileIsDamage() throws IOException {
    byte[] content = write(3, 100);
    for (int length : new int[] {Integer.MAX_VALUE, content.length, -1, Integer.MIN_VALUE}) {
      ByteBuffer.wrap(content)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putInt(FIRST_BLOCK + CheckpointFormat.BLOCK_LENGTH_OFFSET, length);
      try (CheckpointReader reader = reader(content)) {
        assertFalse(reader.read((write, version) -> {}));
        assertEquals(FIRST_BLOCK, reader.position());
      }
    }
  }

  @Test
  void onlyTheEndHasNoEntries() throws IOException {
    for (int entries = 0; entries <= 1; entries++) {
      try (CheckpointReader reader = reader(write(entries, 3 << 20))) {
        assertTrue(reader.read((write, version) -> {}));
        assertEquals(entries, reader.entries());
      }
    }
  }

  @Test
  void theEndTellsTheNumberOfEntriesInAdvance() throws IOException {
    byte[] content = write(3, 100);
    try (CheckpointReader reader = reader(content)) {
      assertEquals(3, reader.expectedEntries());
      assertTrue(reader.read((write, version) -> {}), "the reader is still at its beginning");
    }
    assertEquals(12, completeFrom(content));
  }

  @Test
  void withoutAnIntactEndNothingIsKnownInAdvance() throws IOException {
    byte[] content = write(3, 100);
    content[content.length - 1] ^= 1;
    assertUnknown(content);
  }

  @Test
  void withoutAnIntactHeaderNothingIsKnownInAdvance() throws IOException {
    byte[] content = write(3, 100);
    assertUnknown(Arrays.copyOf(content, CheckpointFormat.HEADER_BYTES - 1));
    content[CheckpointFormat.WATERMARK_OFFSET] ^= 1;
    assertUnknown(content);
  }

  private void assertUnknown(byte[] content) throws IOException {
    try (CheckpointReader reader = reader(content)) {
      assertEquals(0, reader.expectedEntries());
    }
    assertEquals(-1, completeFrom(content));
  }

  /** The file is truncated, and its last block has entries and the length of an end block. */
  @Test
  void aBlockOfEntriesIsNotTheEnd() throws IOException {
    int valueBytes = 0;
    byte[] content = write(1, valueBytes);
    while (content.length < FIRST_BLOCK + 2 * END_BLOCK_BYTES) {
      content = write(1, ++valueBytes);
    }
    assertEquals(FIRST_BLOCK + 2 * END_BLOCK_BYTES, content.length);
    assertUnknown(Arrays.copyOf(content, FIRST_BLOCK + END_BLOCK_BYTES));
  }

  @Test
  void aFileWithoutAWholeHeaderHasNone() throws IOException {
    byte[] content = write(1, 1);
    for (int length = 0; length <= FIRST_BLOCK; length++) {
      try (CheckpointReader reader = reader(Arrays.copyOf(content, length))) {
        if (length < FIRST_BLOCK) {
          assertNull(reader.header());
        } else {
          assertNotNull(reader.header());
        }
      }
    }
  }

  @Test
  void aLaterFormatIsRefused() throws IOException {
    byte[] content = write(1, 1);
    CheckpointFormat.Header later =
        new CheckpointFormat.Header(CheckpointFormat.VERSION + 1, 1, 10);
    CheckpointFormat.encode(later).get(0, content, 0, FIRST_BLOCK);
    YardmasterException error = assertThrows(YardmasterException.class, () -> reader(content));
    assertEquals(ErrorCode.DAMAGED, error.code());
  }

  @Test
  void onlyTheNamesOfCheckpointsAreNames() {
    assertEquals("checkpoint-0000000000000000010", NAME);
    assertTrue(CheckpointFormat.isFileName(NAME));
    assertTrue(CheckpointFormat.isFileName(CheckpointFormat.fileName(0)));
    assertTrue(CheckpointFormat.isFileName(CheckpointFormat.fileName(Long.MAX_VALUE)));
    assertFalse(CheckpointFormat.isFileName("checkpoint-9999999999999999999"));
    assertFalse(CheckpointFormat.isFileName("checkpoint-10"));
    assertFalse(CheckpointFormat.isFileName(NAME + SegmentFormat.UNFINISHED));
    assertTrue(CheckpointFormat.isUnfinished(NAME + SegmentFormat.UNFINISHED));
    assertTrue(
        CheckpointFormat.isUnfinished(CheckpointFormat.fileName(0) + SegmentFormat.UNFINISHED));
    assertFalse(CheckpointFormat.isUnfinished(NAME));
    assertFalse(CheckpointFormat.isUnfinished("note" + SegmentFormat.UNFINISHED));
  }
}
