package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.backup.Restore;
import dev.yardmaster.storage.log.backup.RestorePoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the archive and the backups of an embedded pipeline. */
class ArchiveTest {

  private static final Key KEY = Key.of("counters", 1);

  @TempDir private Path folder;

  private PipelineConfig config(Path archive) {
    return PipelineConfig.builder()
        .durability(
            Durability.in(folder.resolve("data")).withLengths(1 << 16, 1 << 16).archivedTo(archive))
        .build();
  }

  private static void count(Pipeline pipeline, int from, int to) {
    for (int i = from; i <= to; i++) {
      long number = i;
      pipeline.execute(
          transaction -> {
            transaction.putLong(KEY, number);
            return null;
          });
    }
  }

  private static long counted(Path directory) {
    try (Pipeline pipeline =
        Pipeline.start(PipelineConfig.builder().durability(Durability.in(directory)).build())) {
      return pipeline.execute(transaction -> transaction.getLong(KEY));
    }
  }

  private static void await(BooleanSupplier condition) {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < endNs, "the condition must hold before the deadline");
      LockSupport.parkNanos(100_000);
    }
  }

  @Test
  void theArchiveHasWhatTheDirectoryLacks() throws IOException {
    Path archive = folder.resolve("archive");
    try (Pipeline pipeline = Pipeline.start(config(archive))) {
      count(pipeline, 1, 100);
      await(() -> Files.exists(archive.resolve("log-0000000004")));
      pipeline.backup(folder.resolve("backup"));
      count(pipeline, 101, 200);
      assertTrue(pipeline.warning().isEmpty());
    }
    assertEquals(100, counted(folder.resolve("backup")));
    Path to = folder.resolve("restored");
    Restore.run(
        List.of(folder.resolve("data"), archive), to, RestorePoint.NEWEST, (read, of) -> {});
    assertEquals(200, counted(to));
  }

  @Test
  void aBadArchiveIsAWarning() throws IOException {
    Path archive = Files.writeString(folder.resolve("archive"), "not a directory");
    try (Pipeline pipeline = Pipeline.start(config(archive))) {
      count(pipeline, 1, 60);
      await(() -> pipeline.warning().isPresent());
      assertTrue(pipeline.warning().get().startsWith("nothing can be archived"));
      count(pipeline, 61, 70);
    }
    assertTrue(
        Files.exists(folder.resolve("data/log-0000000001")), "the pipeline must keep the" + " log");
    assertEquals(70, counted(folder.resolve("data")));
  }

  @Test
  void aPipelineInMemoryHasNeither() {
    assertThrows(YardmasterException.class, () -> Durability.inMemory().archivedTo(folder));
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.builder().build())) {
      assertThrows(YardmasterException.class, () -> pipeline.backup(folder.resolve("backup")));
    }
  }
}
