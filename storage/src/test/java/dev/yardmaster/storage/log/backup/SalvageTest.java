package dev.yardmaster.storage.log.backup;

import static dev.yardmaster.storage.log.LogFixture.files;
import static dev.yardmaster.storage.log.LogFixture.hashes;
import static dev.yardmaster.storage.log.LogFixture.key;
import static dev.yardmaster.storage.log.LogFixture.segments;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.storage.log.LogFixture;
import dev.yardmaster.storage.log.LogFixture.RecoveredData;
import dev.yardmaster.storage.log.RandomLog;
import dev.yardmaster.storage.log.Recovered;
import dev.yardmaster.storage.log.backup.Salvaged.Missing;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointWriter;
import dev.yardmaster.storage.log.format.GroupFormat;
import dev.yardmaster.storage.log.format.SegmentFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares salvaged directories with a model of the commits that are not reported as missing. */
class SalvageTest {

  private static final long NOW_MS = 1_800_000_000_000L;

  /** The entries of a checkpoint that has several blocks. */
  private static final int NOTES = 3_000;

  @TempDir private Path folder;
  private int salvages;

  private Path data() {
    return folder.resolve("data");
  }

  private Salvaged salvage(RecoveredData found) throws IOException {
    Map<String, Integer> before = hashes(data());
    Path to = folder.resolve("salvaged-" + salvages++);
    Salvaged salvaged = Salvage.run(data(), to, NOW_MS);
    assertEquals(before, hashes(data()), "a salvage must not change the damaged directory");
    Recovered recovered = LogFixture.recover(to, found);
    assertTrue(recovered.startVersion() > salvaged.lastVersion());
    assertTrue(
        salvaged.missing().isEmpty()
            || recovered.checkpointVersion() == 0
            || recovered.horizonMs() == NOW_MS,
        "if a part is missing, the horizon must be the time of the salvage");
    return salvaged;
  }

  private static boolean isMissing(long version, Salvaged salvaged) {
    return salvaged.missing().stream()
        .anyMatch(
            part ->
                version > part.after()
                    && (part.before() == Salvaged.UNKNOWN || version < part.before()));
  }

  /** Returns the state after all commits that are not missing. */
  private static Map<String, String> expected(RandomLog log, Salvaged salvaged) {
    Map<String, String> live = new TreeMap<>();
    log.writes.forEach(
        (version, writes) -> {
          if (!isMissing(version, salvaged)) {
            live.putAll(writes);
          }
        });
    live.values().removeIf(value -> value == null);
    return live;
  }

  @Test
  void aWholeDirectoryIsSalvagedCompletely() throws IOException {
    try (RandomLog log = new RandomLog(data(), 1)) {
      log.commit(10);
      log.checkpoint(4);
      log.commit(20);
      log.end();
      RecoveredData found = new RecoveredData();
      assertEquals(List.of(), salvage(found).missing());
      assertEquals(log.states.lastEntry().getValue(), found.live());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void losesOnlyTheGroupsWithFlippedBytes(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (RandomLog log = new RandomLog(data(), seed)) {
      log.commit(30);
      log.end();
      List<Path> files = segments(data());
      assertTrue(files.size() > 2);
      int flips = random.nextInt(1, 4);
      for (int i = 0; i < flips; i++) {
        Path file = files.get(random.nextInt(files.size()));
        byte[] bytes = Files.readAllBytes(file);
        int at = random.nextInt(SegmentFormat.GROUPS_OFFSET, bytes.length);
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        Files.write(file, bytes);
      }
      RecoveredData found = new RecoveredData();
      Salvaged salvaged = salvage(found);
      assertEquals(expected(log, salvaged), found.live());
      long lost = log.committed().stream().filter(at -> isMissing(at, salvaged)).count();
      assertTrue(lost <= 3L * flips, () -> lost + " commits are lost: " + salvaged.missing());
      assertEquals(log.committed().size() - lost, salvaged.transactions());
    }
  }

  @Test
  void losesAGroupWithADamagedHeader() throws IOException {
    try (RandomLog log = new RandomLog(data(), 3)) {
      log.commit(30);
      log.end();
      Path file = segments(data()).get(1);
      byte[] bytes = Files.readAllBytes(file);
      bytes[SegmentFormat.GROUPS_OFFSET + GroupFormat.LENGTH_OFFSET] ^= 1;
      Files.write(file, bytes);
      RecoveredData found = new RecoveredData();
      Salvaged salvaged = salvage(found);
      Missing part = salvaged.missing().get(0);
      assertEquals(1, salvaged.missing().size());
      assertEquals(file.getFileName().toString(), part.file());
      assertEquals(SegmentFormat.GROUPS_OFFSET, part.from());
      assertEquals(expected(log, salvaged), found.live());
      assertFalse(log.committed().stream().filter(at -> isMissing(at, salvaged)).count() > 3);
    }
  }

  @Test
  void reportsSegmentsThatAreMissingOrHaveNoHeader() throws IOException {
    try (RandomLog log = new RandomLog(data(), 4)) {
      log.commit(60);
      log.end();
      assertTrue(segments(data()).size() > 5);
      Path headless = segments(data()).get(3);
      byte[] bytes = Files.readAllBytes(headless);
      bytes[SegmentFormat.NONCE_OFFSET] ^= 1;
      Files.write(headless, bytes);
      Path absent = segments(data()).get(1);
      Files.delete(absent);
      RecoveredData found = new RecoveredData();
      Salvaged salvaged = salvage(found);
      assertEquals(
          List.of(absent.getFileName().toString(), headless.getFileName().toString()),
          salvaged.missing().stream().map(Missing::file).toList());
      assertEquals(expected(log, salvaged), found.live());
      assertTrue(salvaged.transactions() > 0);
    }
  }

  /** A checkpoint of a table may have entries with versions above its watermark. */
  @ParameterizedTest
  @ValueSource(ints = {NOTES, 10})
  void aDamagedCheckpointLosesItsBlocks(int watermark) throws IOException {
    String value = "x".repeat(1_000);
    try (FileDisk disk = FileDisk.open(data())) {
      LogFixture.begin(disk).close();
      try (CheckpointWriter writer =
          new CheckpointWriter(
              disk, new CheckpointFormat.Header(1, watermark), CheckpointWriter.newBlock(0))) {
        for (int i = 1; i <= NOTES; i++) {
          writer.add(key(i), LogFixture.bytes(value + i), i);
        }
        writer.finish(5, NOTES);
      }
    }
    Path file = files(data(), "checkpoint-").get(0);
    byte[] whole = Files.readAllBytes(file);
    int second = endOfBlock(whole, CheckpointFormat.HEADER_BYTES);
    int third = endOfBlock(whole, second);
    // The log of this directory is empty, so it does not reach the version from which on the
    // checkpoint is complete.
    int logMissing = watermark < NOTES ? 1 : 0;
    for (int at :
        new int[] {
          second + 5_000,
          second + CheckpointFormat.BLOCK_LENGTH_OFFSET,
          second + CheckpointFormat.BLOCK_LENGTH_OFFSET + 3,
          second + CheckpointFormat.BLOCK_ENTRIES_OFFSET
        }) {
      byte[] flipped = whole.clone();
      flipped[at] ^= 1;
      Files.write(file, flipped);
      RecoveredData found = new RecoveredData();
      Salvaged salvaged = salvage(found);
      assertEquals(1 + logMissing, salvaged.missing().size(), () -> salvaged.missing().toString());
      assertEquals(second, salvaged.missing().get(0).from());
      assertEquals(third, salvaged.missing().get(0).to());
      assertEquals(salvaged.entries(), found.values.size());
      assertTrue(found.values.size() > NOTES / 3 && found.values.size() < NOTES);
      found.versions.forEach(
          (key, version) -> {
            assertEquals(key.number(), version);
            assertEquals(
                value + version, new String(found.values.get(key), StandardCharsets.UTF_8));
          });
    }
    Files.write(file, Arrays.copyOf(whole, whole.length - 10));
    RecoveredData found = new RecoveredData();
    assertFalse(salvage(found).missing().isEmpty());
    assertEquals(NOTES, found.values.size());
  }

  private static int endOfBlock(byte[] checkpoint, int block) {
    return block
        + CheckpointFormat.BLOCK_HEADER_BYTES
        + ByteBuffer.wrap(checkpoint)
            .order(ByteOrder.LITTLE_ENDIAN)
            .getInt(block + CheckpointFormat.BLOCK_LENGTH_OFFSET);
  }

  @Test
  void reportsCommitsThatTheCheckpointNeeds() throws IOException {
    try (RandomLog log = new RandomLog(data(), 1)) {
      log.commit(4);
      log.checkpoint(12);
      log.end();
      List<Path> segments = segments(data());
      for (Path later : segments.subList(1, segments.size())) {
        Files.delete(later);
      }
      Salvaged salvaged = salvage(new RecoveredData());
      assertEquals(1, salvaged.missing().size());
      assertTrue(isMissing(log.version(), salvaged));
    }
  }

  /** Writes a directory with a checkpoint of 10 notes, and returns the checkpoint's file. */
  private Path smallCheckpoint() throws IOException {
    try (FileDisk disk = FileDisk.open(data())) {
      LogFixture.begin(disk).close();
      try (CheckpointWriter writer =
          new CheckpointWriter(
              disk, new CheckpointFormat.Header(1, 10), CheckpointWriter.newBlock(0))) {
        for (int i = 1; i <= 10; i++) {
          writer.add(key(i), LogFixture.bytes("note"), i);
        }
        writer.finish(5, 10);
      }
    }
    return files(data(), "checkpoint-").get(0);
  }

  @Test
  void withoutALogAllCommitsAfterTheCheckpointAreMissing() throws IOException {
    Path unused = smallCheckpoint();
    for (Path segment : segments(data())) {
      Files.delete(segment);
    }
    RecoveredData found = new RecoveredData();
    Salvaged salvaged = salvage(found);
    assertEquals(1, salvaged.missing().size());
    assertEquals(SegmentFormat.fileName(1), salvaged.missing().get(0).file());
    assertEquals(10, salvaged.missing().get(0).after());
    assertEquals(Salvaged.UNKNOWN, salvaged.missing().get(0).before());
    assertEquals(10, found.values.size());
  }

  @Test
  void aCheckpointWithoutAnIntactHeaderIsMissing() throws IOException {
    Path file = smallCheckpoint();
    byte[] bytes = Files.readAllBytes(file);
    bytes[10] ^= 1;
    Files.write(file, bytes);
    assertCheckpointMissing(file, 10);
    bytes[10] ^= 1;
    Files.delete(file);
    Path renamed = file.resolveSibling(CheckpointFormat.fileName(20));
    Files.write(renamed, bytes);
    assertCheckpointMissing(renamed, 20);
  }

  private void assertCheckpointMissing(Path file, long watermark) throws IOException {
    RecoveredData found = new RecoveredData();
    Salvaged salvaged = salvage(found);
    Missing part = salvaged.missing().get(0);
    assertEquals(1, salvaged.missing().size());
    assertEquals(file.getFileName().toString(), part.file());
    assertEquals(0, part.from());
    assertEquals(Files.size(file), part.to());
    assertEquals(0, part.after());
    assertEquals(watermark + 1, part.before());
    assertEquals(0, found.values.size());
  }
}
