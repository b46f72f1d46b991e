package dev.yardmaster.proof.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.storage.log.backup.RestorePoint;
import dev.yardmaster.workloads.smallbank.Account;
import dev.yardmaster.workloads.smallbank.Receipt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a backup of a pipeline in this process, and tests that bugs in backup, archive and restore
 * are found. The tests share one backup of the directory; the last test damages the archive.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BackupsTest {

  private static final int CUSTOMERS = 10;
  private static final int CALLS_AT_ONCE = 50;
  private static final long SEGMENT_BYTES = 1 << 16;
  private static final long CHECKPOINT_BYTES = 1 << 18;
  private static final long DEADLINE_NS = 60_000_000_000L;

  /**
   * With this seed, the first restore uses the archive, and the backup is kept for a second
   * restore.
   */
  private static final int SEED_WITH_ARCHIVE = 1;

  @TempDir private static Path folder;

  private static final TransactionIds IDS = TransactionIds.ofThisMachine();
  private static final SplittableRandom RANDOM = new SplittableRandom(7);
  private static final BankHistory HISTORY =
      new BankHistory(new BankModel(CUSTOMERS, Torture.OPENING_CENTS));
  private static Copies copies;
  private static Path backupCopy;
  private static long newest;

  /** The highest version that was answered before the backup began. */
  private static long before;

  private static Backups backups(Restoring restoring, NanoClock clock) {
    return new Backups(
        folder.resolve("data"),
        true,
        restoring,
        new RestoredBank(
            new BankService(BankService.PIPELINE, "sync", "memory"),
            new ErrorFiles(folder.resolve("errors")),
            RANDOM.split()),
        new SplittableRandom(SEED_WITH_ARCHIVE),
        clock);
  }

  /**
   * Takes a backup while further transactions commit. Some of these later commits are also in the
   * archive.
   */
  @BeforeAll
  static void backUp() throws IOException {
    Path data = folder.resolve("data");
    copies = Copies.of(data);
    PipelineConfig config =
        PipelineConfig.builder()
            .durability(
                Durability.in(data)
                    .withLengths(SEGMENT_BYTES, CHECKPOINT_BYTES)
                    .archivedTo(copies.archive()))
            .build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      BankRequest.PROCEDURES.forEach(pipeline::register);
      OneShot.Builder opening = OneShot.builder();
      for (int customer = 0; customer < CUSTOMERS; customer++) {
        opening
            .putLong(Account.checking(customer), Torture.OPENING_CENTS)
            .putLong(Account.savings(customer), Torture.OPENING_CENTS);
      }
      pipeline.submit(opening.build()).toCompletableFuture().join().valueOrThrow();
      commitSome(pipeline);
      assertTrue(HISTORY.run(Long.MAX_VALUE).isEmpty());
      HISTORY.mark();
      before = newest;
      backupCopy = folder.resolve("backup");
      pipeline.backup(backupCopy);
      long segments = newestSegment(data) + 2;
      long beganNs = System.nanoTime();
      while (newestSegment(data) < segments) {
        commitSome(pipeline);
        assertTrue(System.nanoTime() - beganNs < DEADLINE_NS, "no new segments");
      }
      while (newestSegment(copies.archive()) < segments - 1) {
        LockSupport.parkNanos(100_000);
        assertTrue(System.nanoTime() - beganNs < DEADLINE_NS, "nothing was archived");
      }
    }
    assertTrue(HISTORY.run(Long.MAX_VALUE).isEmpty());
  }

  private static void commitSome(Pipeline pipeline) {
    List<BankRequest> calls = new ArrayList<>();
    List<CompletionStage<Outcome<Receipt>>> answers = new ArrayList<>();
    for (int i = 0; i < CALLS_AT_ONCE; i++) {
      BankRequest call = BankRequest.draw(IDS.next(), CUSTOMERS, RANDOM);
      calls.add(call);
      answers.add(call.submit(pipeline));
    }
    for (int i = 0; i < CALLS_AT_ONCE; i++) {
      if (answers.get(i).toCompletableFuture().join()
          instanceof Outcome.Committed<Receipt> committed) {
        newest = Math.max(newest, committed.commitVersion());
        Receipt receipt = committed.value();
        BankReply reply =
            new BankReply(committed.commitVersion(), receipt.changeCents(), receipt.balanceCents());
        assertTrue(HISTORY.add(new Ended(calls.get(i), reply)).isEmpty());
      }
    }
  }

  private static long newestSegment(Path directory) throws IOException {
    return segments(directory).isEmpty()
        ? 0
        : Long.parseLong(
            segments(directory).get(0).getFileName().toString().substring("log-".length()));
  }

  /** Returns the segments of a directory, newest first. */
  private static List<Path> segments(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().matches("log-[0-9]+"))
          .sorted(Comparator.reverseOrder())
          .toList();
    }
  }

  /**
   * Returns a {@link Backups} whose first backup is complete and is a copy of the shared backup.
   */
  private static Backups complete(Restoring restoring, NanoClock clock) throws IOException {
    Backups backups = backups(restoring, clock);
    assertEquals("backup 1", backups.begin(new BankHistory(new BankModel(2, 0)), before));
    Copies.delete(copies.backup(1));
    Files.createDirectories(copies.backup(1));
    try (Stream<Path> files = Files.list(backupCopy)) {
      for (Path file : files.toList()) {
        Files.copy(file, copies.backup(1).resolve(file.getFileName()));
      }
    }
    assertTrue(backups.heard(Line.words("backup 1 done")).isEmpty());
    return backups;
  }

  private static String found(Restoring fault, NanoClock clock) throws IOException {
    Backups backups = complete(fault, clock);
    String message = assertThrows(TortureFailure.class, () -> backups.check(HISTORY)).getMessage();
    Copies.delete(copies.restored(1));
    return message;
  }

  @Test
  @Order(1)
  void restoredDirectoryHasTheStateOfItsVersion() throws IOException, InterruptedException {
    Backups backups = complete(Restoring.PRODUCT, SystemNanoClock.INSTANCE);
    for (int i = 1; backups.isComplete(); i++) {
      backups.check(HISTORY);
      assertEquals(i, backups.restored());
    }
    assertTrue(backups.restoredWithArchive() > 0);
    assertTrue(backups.mayBegin());
  }

  @Test
  @Order(2)
  void restoreWithoutTheLastCommitIsFound() throws IOException {
    String message =
        found(
            (from, to, point) ->
                Restoring.PRODUCT.run(from, to, RestorePoint.version(point.version() - 1)),
            SystemNanoClock.INSTANCE);
    assertTrue(
        message.contains("follow from the committed transactions")
            || message.contains("in the restored directory it is"),
        message);
  }

  @Test
  @Order(2)
  void restoreWithLaterCommitsIsFound() throws IOException {
    String message =
        found(
            (from, to, point) -> Restoring.PRODUCT.run(from, to, RestorePoint.NEWEST),
            SystemNanoClock.INSTANCE);
    assertTrue(message.contains("follow from the committed transactions"), message);
  }

  @Test
  @Order(2)
  void backupThatLacksAnsweredCommitsIsFound() {
    Backups backups = backups(Restoring.PRODUCT, SystemNanoClock.INSTANCE);
    assertEquals("backup 1", backups.begin(new BankHistory(new BankModel(2, 0)), Long.MAX_VALUE));
    assertTrue(backups.heard(Line.words("backup 1 done")).isEmpty());
    TortureFailure failure = assertThrows(TortureFailure.class, () -> backups.check(HISTORY));
    assertTrue(failure.getMessage().contains("was answered before it began"), failure::getMessage);
  }

  @Test
  @Order(2)
  void backupThatAKillCutsOffIsRepeated() throws IOException {
    Copies.delete(copies.backup(1));
    Backups backups = backups(Restoring.PRODUCT, SystemNanoClock.INSTANCE);
    BankHistory history = new BankHistory(new BankModel(2, 0));
    assertEquals("backup 1", backups.begin(history, 1));
    backups.killed();
    assertEquals(1, backups.cut());
    assertTrue(backups.mayBegin());
    assertEquals("backup 1", backups.begin(history, 1));
    assertTrue(backups.heard(Line.words("backup 1 failed because")).isPresent());
  }

  @Test
  @Order(3)
  void archiveThatHasStoppedIsFound() throws IOException {
    Files.delete(segments(copies.archive()).get(0));
    long[] nowNs = {0};
    String message = found(Restoring.PRODUCT, () -> nowNs[0] += 10_000_000_000L);
    assertTrue(message.startsWith("the archive ends with segment "), message);
  }
}
