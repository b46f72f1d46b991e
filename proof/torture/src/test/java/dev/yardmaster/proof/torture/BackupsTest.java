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
import dev.yardmaster.storage.log.RestorePoint;
import dev.yardmaster.workloads.smallbank.Account;
import dev.yardmaster.workloads.smallbank.Receipt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks a backup of a pipeline in this process, and that faults of backup and restore are found.
 */
class BackupsTest {

  private static final int CUSTOMERS = 10;
  private static final long SEGMENT_BYTES = 1 << 16;
  private static final long CHECKPOINT_BYTES = 1 << 18;
  private static final long DEADLINE_NS = 60_000_000_000L;

  /** With this seed the first restore uses the archive. */
  private static final int SEED_WITH_ARCHIVE = 1;

  @TempDir private Path folder;

  private final TransactionIds ids = TransactionIds.ofThisMachine();
  private final SplittableRandom random = new SplittableRandom(7);
  private final BankHistory history =
      new BankHistory(new BankModel(CUSTOMERS, Torture.OPENING_CENTS));
  private Copies copies;
  private long newest;

  @BeforeEach
  void place() {
    copies = Copies.of(folder.resolve("data"));
  }

  private Backups backups(Restoring restoring) {
    return new Backups(
        copies,
        restoring,
        new RestoredBank("sync", folder.resolve("errors"), random.split()),
        new SplittableRandom(SEED_WITH_ARCHIVE));
  }

  /** Takes a backup between commits of which later ones are archived, too. */
  private Backups backedUp(Restoring restoring) throws IOException {
    Backups backups = backups(restoring);
    PipelineConfig config =
        PipelineConfig.builder()
            .durability(
                Durability.in(folder.resolve("data"))
                    .withLengths(SEGMENT_BYTES, CHECKPOINT_BYTES)
                    .archivedTo(copies.archive()))
            .build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      BankRequest.PROCEDURES.forEach(pipeline::register);
      for (int customer = 0; customer < CUSTOMERS; customer++) {
        pipeline
            .submit(
                OneShot.builder()
                    .putLong(Account.checking(customer), Torture.OPENING_CENTS)
                    .putLong(Account.savings(customer), Torture.OPENING_CENTS)
                    .build())
            .toCompletableFuture()
            .join()
            .valueOrThrow();
      }
      commitSome(pipeline);
      assertEquals("backup 1", backups.begin(history, newest));
      pipeline.backup(copies.backup(1));
      assertTrue(backups.heard(Line.words("backup 1 done")).isEmpty());
      long archivedBefore = archived();
      long beganNs = System.nanoTime();
      while (archived() < archivedBefore + 2) {
        commitSome(pipeline);
        assertTrue(System.nanoTime() - beganNs < DEADLINE_NS, "nothing was archived");
      }
    }
    assertTrue(history.run(Long.MAX_VALUE).isEmpty());
    return backups;
  }

  private long archived() throws IOException {
    if (!Files.isDirectory(copies.archive())) {
      return 0;
    }
    try (Stream<Path> files = Files.list(copies.archive())) {
      return files.filter(file -> file.getFileName().toString().matches("log-[0-9]+")).count();
    }
  }

  private void commitSome(Pipeline pipeline) {
    for (int i = 0; i < 10; i++) {
      BankRequest call = BankRequest.draw(ids.next(), CUSTOMERS, random);
      if (call.submit(pipeline).toCompletableFuture().join()
          instanceof Outcome.Committed<Receipt> committed) {
        newest = committed.commitVersion();
        Receipt receipt = committed.value();
        Reply reply = new Reply(newest, receipt.changeCents(), receipt.balanceCents());
        assertTrue(history.add(new Ended(call, reply)).isEmpty());
      }
    }
  }

  private void requireFound(Restoring fault) throws IOException {
    Backups backups = backedUp(fault);
    TortureFailure failure = assertThrows(TortureFailure.class, () -> backups.check(history));
    assertTrue(failure.getMessage().contains("restored to version"), failure::getMessage);
    assertTrue(failure.getMessage().contains("the archive"), failure::getMessage);
  }

  @Test
  void restoredDirectoryHasTheStateOfItsVersion() throws IOException, InterruptedException {
    Backups backups = backedUp(Restoring.PRODUCT);
    for (int i = 1; backups.isComplete(); i++) {
      backups.check(history);
      assertEquals(i, backups.restored());
    }
    assertTrue(backups.mayBegin());
  }

  @Test
  void restoreWithoutTheLastCommitIsFound() throws IOException {
    requireFound(
        (from, to, point) ->
            Restoring.PRODUCT.run(from, to, RestorePoint.version(point.version() - 1)));
  }

  @Test
  void restoreWithLaterCommitsIsFound() throws IOException {
    requireFound((from, to, point) -> Restoring.PRODUCT.run(from, to, RestorePoint.NEWEST));
  }

  @Test
  void backupThatLacksAnsweredCommitsIsFound() {
    Backups backups = backups(Restoring.PRODUCT);
    assertEquals("backup 1", backups.begin(history, 1));
    assertTrue(backups.heard(Line.words("backup 1 done")).isEmpty());
    TortureFailure failure = assertThrows(TortureFailure.class, () -> backups.check(history));
    assertTrue(failure.getMessage().contains("was answered before it began"), failure::getMessage);
  }

  @Test
  void backupThatAKillCutsOffIsRepeated() {
    Backups backups = backups(Restoring.PRODUCT);
    assertEquals("backup 1", backups.begin(history, 1));
    backups.killed();
    assertEquals(1, backups.cut());
    assertTrue(backups.mayBegin());
    assertEquals("backup 1", backups.begin(history, 1));
    assertTrue(backups.heard(Line.words("backup 1 failed because")).isPresent());
  }
}
