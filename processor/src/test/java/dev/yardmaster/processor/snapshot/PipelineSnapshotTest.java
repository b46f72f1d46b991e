package dev.yardmaster.processor.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.SteppedPipeline;
import dev.yardmaster.service.OpenSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;

/** Tests snapshots on a pipeline whose agents run one step at a time. */
class PipelineSnapshotTest {

  private static final Key A = Key.of("a", 1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SteppedPipeline stepped = new SteppedPipeline(PipelineConfig.defaults());

  private CompletableFuture<Outcome<OneShot.Result>> put(long value) {
    OneShot put = OneShot.builder().putLong(A, value).build();
    return stepped.pipeline.submit(put).toCompletableFuture();
  }

  private void commit(long value) {
    CompletableFuture<Outcome<OneShot.Result>> outcome = put(value);
    stepped.stepUntil(outcome::isDone);
    outcome.join().valueOrThrow();
    stepped.step();
    stepped.step();
  }

  /** Runs the agents until a commit is acknowledged, and stops before its write is installed. */
  private void acknowledge(long value) throws Exception {
    CompletableFuture<Outcome<OneShot.Result>> outcome = put(value);
    while (true) {
      for (Agent agent : stepped.pipeline.agents()) {
        agent.doWork();
        if (outcome.isDone()) {
          outcome.join().valueOrThrow();
          return;
        }
      }
    }
  }

  private CompletableFuture<OpenSnapshot> open(SnapshotOptions options) {
    return stepped.pipeline.encoded().snapshot(options).toCompletableFuture();
  }

  private OpenSnapshot opened() {
    CompletableFuture<OpenSnapshot> opening = open(SnapshotOptions.strict());
    stepped.stepUntil(opening::isDone);
    return opening.join();
  }

  /** Opens a snapshot, so that the shards keep old values for the snapshots that follow. */
  private void useSnapshots() {
    opened().close();
  }

  private long read(OpenSnapshot snapshot) {
    CompletableFuture<byte[][]> read = snapshot.values(List.of(A)).toCompletableFuture();
    stepped.stepUntil(read::isDone);
    return Values.toLong(A, read.join()[0]);
  }

  private static ErrorCode codeOf(CompletableFuture<?> failed) {
    CompletionException thrown = assertThrows(CompletionException.class, failed::join);
    return ((YardmasterException) thrown.getCause()).code();
  }

  @Test
  void aStrictSnapshotWaitsForAcknowledgedCommitsAndAStaleOneDoesNot() throws Exception {
    useSnapshots();
    commit(1);
    acknowledge(2);
    stepped.nowNs += SECOND.toNanos() / 2;
    CompletableFuture<OpenSnapshot> strict = open(SnapshotOptions.strict());
    CompletableFuture<OpenSnapshot> stale = open(SnapshotOptions.staleBy(SECOND));
    assertFalse(strict.isDone());
    assertTrue(stale.isDone());
    stepped.stepUntil(strict::isDone);
    assertEquals(2, read(strict.join()));
    assertEquals(1, read(stale.join()));
  }

  @Test
  void aSnapshotIsNeverStalerThanItMayBe() throws Exception {
    commit(1);
    acknowledge(2);
    stepped.nowNs += SECOND.toNanos() + 1;
    CompletableFuture<OpenSnapshot> stale = open(SnapshotOptions.staleBy(SECOND));
    assertFalse(stale.isDone());
    stepped.stepUntil(stale::isDone);
    assertEquals(2, read(stale.join()));
  }

  @Test
  void anOpeningThatTakesTooLongFails() throws Exception {
    useSnapshots();
    acknowledge(1);
    CompletableFuture<OpenSnapshot> strict = open(SnapshotOptions.strict().withTimeout(SECOND));
    stepped.nowNs += SECOND.toNanos();
    // Only the storage worker runs; the processor does not yet report that the write is installed.
    Agent storage =
        stepped.pipeline.agents().stream()
            .filter(agent -> agent.roleName().equals("storage-0"))
            .findAny()
            .orElseThrow();
    storage.doWork();
    assertEquals(ErrorCode.UNAVAILABLE, codeOf(strict));
  }

  @Test
  void oldValuesAreKeptForTheOldestSnapshotOnly() {
    useSnapshots();
    commit(1);
    Snapshot first = stepped.pipeline.readOnly();
    commit(2);
    Snapshot second = stepped.pipeline.readOnly();
    commit(3);
    assertEquals(1, first.getLong(A));
    assertEquals(2, second.getLong(A));
    long both = stepped.store.keptBytes();
    second.close();
    stepped.step();
    assertEquals(both, stepped.store.keptBytes());
    first.close();
    stepped.step();
    assertEquals(0, stepped.store.keptBytes());
  }

  /**
   * Runs the agents until a value is installed at storage, and stops before the watermark reaches
   * it. Each commit writes its own version number.
   */
  private void install(long value) throws Exception {
    acknowledge(value);
    while (true) {
      for (Agent agent : stepped.pipeline.agents()) {
        agent.doWork();
        if (installed() == value) {
          return;
        }
      }
    }
  }

  private long installed() {
    long[] version = {0};
    stepped.store.entries(A, null, false, entry -> (version[0] = entry.version()) < 0);
    return version[0];
  }

  @Test
  void withoutSnapshotsNoReplacedValueIsKept() throws Exception {
    commit(1);
    install(2);
    assertEquals(0, stepped.store.keptBytes());
    stepped.step();
    useSnapshots();
    install(3);
    assertTrue(stepped.store.keptBytes() > 0);
    stepped.step();
    stepped.step();
    stepped.nowNs += SECOND.toNanos();
    commit(4);
    install(5);
    assertEquals(0, stepped.store.keptBytes());
  }

  @Test
  void theFirstSnapshotSeesTheCommitsWhoseReplacedValuesWereNotKept() throws Exception {
    commit(1);
    install(2);
    CompletableFuture<OpenSnapshot> stale = open(SnapshotOptions.staleBy(SECOND));
    assertFalse(stale.isDone());
    stepped.stepUntil(stale::isDone);
    assertEquals(2, read(stale.join()));
  }

  @Test
  void theOldestSnapshotEndsAtTheLimitOfMemory() {
    SteppedPipeline small =
        new SteppedPipeline(PipelineConfig.builder().maxSnapshotBytes(1 << 20).build());
    OneShot put = OneShot.builder().put(A, new byte[1 << 18]).build();
    var opening = small.pipeline.encoded().snapshot(SnapshotOptions.strict()).toCompletableFuture();
    small.stepUntil(opening::isDone);
    Snapshot oldest = small.pipeline.readOnly();
    opening.join().close();
    assertNull(oldest.get(A));
    Snapshot next = null;
    for (int i = 0; i < 6; i++) {
      var outcome = small.pipeline.submit(put).toCompletableFuture();
      small.stepUntil(outcome::isDone);
      small.step();
      small.step();
      next = i == 3 ? small.pipeline.readOnly() : next;
    }
    YardmasterException ended = assertThrows(YardmasterException.class, () -> oldest.get(A));
    assertEquals(ErrorCode.SNAPSHOT_TOO_OLD, ended.code());
    assertTrue(ended.getMessage().contains("maxSnapshotBytes=1048576"), ended.getMessage());
    assertEquals(1 << 18, next.get(A).length);
    assertTrue(small.store.keptBytes() <= 1 << 20);
    oldest.close();
    next.close();
    small.close();
  }

  @Test
  void aRangeWithManyInvisibleKeysIsReadInSeveralRounds() {
    commit(1);
    OpenSnapshot snapshot = opened();
    for (int start = 100; start < 2_000; start += 100) {
      OneShot.Builder puts = OneShot.builder();
      for (int id = start; id < start + 100; id++) {
        puts.putLong(Key.of("a", id), id);
      }
      var outcome = stepped.pipeline.submit(puts.build()).toCompletableFuture();
      stepped.stepUntil(outcome::isDone);
    }
    for (boolean backward : new boolean[] {false, true}) {
      CompletableFuture<ScannedEntries> read =
          snapshot.page(new Scan(Key.of("a", 0), null, 10, backward), false).toCompletableFuture();
      stepped.stepUntil(read::isDone);
      ScannedEntries page = read.join();
      assertEquals(1, page.size());
      assertEquals(A, page.key(0));
      assertArrayEquals(Values.ofLong(1), page.value(0));
    }
    snapshot.close();
  }

  @Test
  void closingThePipelineEndsReadsAndOpenings() throws Exception {
    commit(1);
    OpenSnapshot snapshot = opened();
    acknowledge(2);
    CompletableFuture<OpenSnapshot> opening = open(SnapshotOptions.strict());
    stepped.close();
    if (!opening.isCompletedExceptionally()) {
      opening.join().close();
    }
    assertEquals(ErrorCode.CLOSED, codeOf(snapshot.values(List.of(A)).toCompletableFuture()));
    assertEquals(ErrorCode.CLOSED, codeOf(open(SnapshotOptions.strict())));
  }
}
