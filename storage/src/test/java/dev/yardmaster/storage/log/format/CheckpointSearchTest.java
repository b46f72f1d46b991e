package dev.yardmaster.storage.log.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.storage.log.LogFixture;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.disk.ForwardingDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the search for the next intact block of a damaged checkpoint. */
class CheckpointSearchTest {

  private static final int ENTRIES = 3_000;
  private static final int VALUE_BYTES = 1_000;
  private static final int FIRST_VALUE = CheckpointFormat.HEADER_BYTES + 100;

  @TempDir private Path folder;
  private long readBytes;

  /**
   * Bytes with an impossible version are not the beginning of a block, so the search does not read
   * the megabyte that seems to follow them.
   */
  @Test
  void bytesThatCannotBeAVersionCostNoRead() throws IOException {
    CheckpointFormat.Header header = new CheckpointFormat.Header(1, 10);
    List<Long> found = new ArrayList<>();
    List<Long> gaps = new ArrayList<>();
    try (FileDisk disk = FileDisk.open(folder)) {
      try (CheckpointWriter writer =
          new CheckpointWriter(disk, header, CheckpointWriter.newBlock(0))) {
        for (int i = 1; i <= ENTRIES; i++) {
          writer.add(LogFixture.key(i), new byte[VALUE_BYTES], i);
        }
        writer.finish(5, ENTRIES);
      }
      Path file = folder.resolve(header.fileName());
      Files.write(file, withPhantomBlocks(Files.readAllBytes(file)));
      try (CheckpointReader reader =
          CheckpointReader.open(counting(disk), header.fileName(), new TableNames())) {
        reader.readIntact((write, version) -> found.add(version), (from, to) -> gaps.add(from));
      }
      assertEquals(1, gaps.size());
      assertTrue(found.size() > ENTRIES / 3 && found.get(found.size() - 1) == ENTRIES);
      assertTrue(readBytes < 3 * Files.size(file), readBytes + " bytes are read");
    }
  }

  /** Damages the first block, and puts 200 headers of blocks into its values. */
  private static byte[] withPhantomBlocks(byte[] whole) {
    ByteBuffer bytes = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 200; i++) {
      int at = FIRST_VALUE + i * VALUE_BYTES;
      bytes.putInt(at + CheckpointFormat.BLOCK_LENGTH_OFFSET, 1 << 20);
      bytes.putInt(at + CheckpointFormat.BLOCK_ENTRIES_OFFSET, 1);
      bytes.putLong(at + CheckpointFormat.BLOCK_HEADER_BYTES, 1L << 60);
    }
    return whole;
  }

  private ForwardingDisk counting(FileDisk disk) {
    return new ForwardingDisk(disk) {
      @Override
      public DiskFile open(String name) throws IOException {
        DiskFile file = disk.open(name);
        return new DiskFile() {
          @Override
          public void write(ByteBuffer source, long position) throws IOException {
            file.write(source, position);
          }

          @Override
          public int read(ByteBuffer target, long position) throws IOException {
            int read = file.read(target, position);
            readBytes += read;
            return read;
          }

          @Override
          public long size() throws IOException {
            return file.size();
          }

          @Override
          public void truncate(long size) throws IOException {
            file.truncate(size);
          }

          @Override
          public void force() throws IOException {
            file.force();
          }

          @Override
          public void close() throws IOException {
            file.close();
          }
        };
      }
    };
  }
}
