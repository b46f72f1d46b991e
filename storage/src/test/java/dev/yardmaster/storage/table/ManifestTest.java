package dev.yardmaster.storage.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestTest {

  private static final int BLOCK_BYTES = 32 << 10;

  @TempDir Path folder;
  private byte[] manifest;

  @BeforeAll
  static void load() {
    RocksLibrary.load();
  }

  @BeforeEach
  void write() throws IOException {
    RocksDatabase database = RocksDatabase.open(folder, 1 << 20);
    for (int i = 0; i < 3; i++) {
      // A manifest contains the first and the last key of each file, so these long keys fill a
      // block.
      byte[] key = new byte[9_000];
      key[0] = (byte) (i + 1);
      database.put(key, new byte[1]);
      database.flush();
    }
    database.close();
    try (Stream<Path> files = Files.list(folder)) {
      Path file =
          files
              .filter(name -> name.getFileName().toString().startsWith("MANIFEST-"))
              .findAny()
              .get();
      manifest = Files.readAllBytes(file);
    }
    assertTrue(manifest.length > BLOCK_BYTES);
  }

  private static int lengthOf(byte[] manifest, int at) {
    return (manifest[at + 4] & 0xFF) + ((manifest[at + 5] & 0xFF) << 8);
  }

  @Test
  void aManifestOfRocksDbIsWhole() throws IOException {
    assertEquals(-1, Manifest.firstDamage(manifest));
    Manifest.check(folder);
  }

  @Test
  void aTornEndIsNoDamage() {
    for (int length = 0; length < manifest.length; length += length < 300 ? 1 : 97) {
      assertEquals(-1, Manifest.firstDamage(Arrays.copyOf(manifest, length)), "length=" + length);
    }
  }

  @Test
  void anyChangedBitIsDamageOfItsRecord() {
    int record = 0;
    for (int at = 0; at < manifest.length; at += at < 300 ? 1 : 97) {
      while (next(record) <= at) {
        record = next(record);
      }
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        byte[] changed = manifest.clone();
        changed[at] ^= (byte) (1 << bit);
        int found = Manifest.firstDamage(changed);
        // A length that is too large looks like a torn end, or like a record of the next block.
        boolean isLength = at - record == 4 || at - record == 5;
        assertTrue(
            found == record || (isLength && lengthOf(changed, record) > lengthOf(manifest, record)),
            "at=" + at + " bit=" + bit + " record=" + record + " found=" + found);
      }
    }
  }

  /** Returns the position of the record that follows the given record. */
  private int next(int record) {
    int end = record + 7 + lengthOf(manifest, record);
    int left = BLOCK_BYTES - end % BLOCK_BYTES;
    return left < 7 ? end + left : end;
  }

  @Test
  void aRecordThatLeavesItsBlockIsDamage() {
    byte[] changed = manifest.clone();
    changed[5] = (byte) 0xFF;
    assertEquals(0, Manifest.firstDamage(changed));
  }

  /**
   * RocksDB uses other types of records if it reuses the file of a log. RocksDB's reader would
   * never end at a record of such a type.
   */
  @Test
  void aTypeOfReusedLogsIsDamage() {
    for (int type : List.of(0, 5, 6, 7, 8, 0x81)) {
      byte[] changed = manifest.clone();
      changed[6] = (byte) type;
      assertEquals(0, Manifest.firstDamage(changed), "type=" + type);
    }
  }
}
