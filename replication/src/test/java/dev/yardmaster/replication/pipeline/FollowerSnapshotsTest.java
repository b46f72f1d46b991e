package dev.yardmaster.replication.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.replication.NotLeaderException;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.storage.VersionedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests snapshots of a follower. The test's thread does the work of all threads and of the leader.
 */
class FollowerSnapshotsTest {

  private static final Key KEY = Key.of("t", 1);
  private static final Key OTHER = Key.of("t", 2);
  private static final Duration STALE = Duration.ofSeconds(1);

  @TempDir Path folder;

  private final Queue<Runnable> calls = new ArrayDeque<>();
  private final List<CompletableFuture<Long>> rounds = new ArrayList<>();
  private long nowNs;
  private long version;
  private String fails = "";
  private final StoreReplica replica = newReplica();

  /** Returns the kind of storage of the replica. */
  Storage storage() {
    return Storage.MEMORY;
  }

  private StoreReplica newReplica() {
    PipelineParts parts =
        new DiskParts(null, Long.MAX_VALUE) {
          @Override
          public NanoClock clock() {
            return () -> nowNs;
          }

          @Override
          public VersionedStore store() {
            return failing(super.store());
          }
        };
    StoreReplica made =
        new StoreReplica(
            PipelineConfig.builder()
                .storageWorkers(2)
                .storage(storage())
                .maxSnapshots(3)
                .maxSnapshotBytes(1 << 20)
                .build()
                .onCores(1),
            Path.of("unused"),
            log -> parts,
            new StoreReplica.Pipelines() {
              @Override
              public Pipeline open(PipelineConfig config, PipelineParts given) {
                throw new AssertionError("a replica that follows opens no pipeline");
              }

              @Override
              public void stepDown(ReplicatedLog log, long term) {
                throw new AssertionError("a replica that follows does not step down");
              }
            },
            calls::add);
    made.joins(new RoundsOnly(rounds));
    return made;
  }

  /**
   * Returns a store in memory. The next call of the method that is named in {@link #fails} throws
   * an exception.
   */
  private VersionedStore failing(VersionedStore store) {
    return (VersionedStore)
        Proxy.newProxyInstance(
            VersionedStore.class.getClassLoader(),
            new Class<?>[] {VersionedStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals(fails)) {
                fails = "";
                throw new UncheckedIOException(new IOException("block 7"));
              }
              return method.invoke(store, arguments);
            });
  }

  private void own() {
    for (Runnable call = calls.poll(); call != null; call = calls.poll()) {
      call.run();
    }
  }

  private void write(Key key, byte[] value) {
    replica.apply(version + 1, 1, StoreReplicaTest.write(key, value, version, version + 1, 0));
    version++;
  }

  private void write(int value) {
    write(KEY, new byte[] {(byte) value});
  }

  private CompletableFuture<OpenSnapshot> opening(SnapshotOptions options) {
    return replica.snapshot(options).toCompletableFuture();
  }

  private void confirm() {
    rounds.get(rounds.size() - 1).complete(version);
    own();
  }

  private OpenSnapshot open() {
    CompletableFuture<OpenSnapshot> opening = opening(SnapshotOptions.strict());
    confirm();
    return result(opening);
  }

  private static <T> T result(CompletionStage<T> stage) {
    assertTrue(stage.toCompletableFuture().isDone());
    return stage.toCompletableFuture().join();
  }

  private static YardmasterException error(CompletionStage<?> stage) {
    assertTrue(stage.toCompletableFuture().isDone());
    Throwable thrown =
        assertThrows(CompletionException.class, stage.toCompletableFuture()::join).getCause();
    return (YardmasterException) thrown;
  }

  @Test
  void aReadThatFailsEndsWithAnErrorAndTheNextOneIsServed() {
    assumeTrue(storage() == Storage.MEMORY);
    write(1);
    OpenSnapshot first = open();
    OpenSnapshot second = open();
    CompletionStage<byte[][]> broken = first.values(List.of(KEY));
    CompletionStage<byte[][]> whole = second.values(List.of(KEY));
    fails = "getAsOf";
    assertThrows(UncheckedIOException.class, this::own);
    own();
    assertEquals(ErrorCode.IO_FAILED, error(broken).code());
    assertArrayEquals(new byte[] {1}, result(whole)[0]);
  }

  @Test
  void anOpeningThatFailsEndsWithAnError() {
    assumeTrue(storage() == Storage.MEMORY);
    CompletableFuture<OpenSnapshot> opening = opening(SnapshotOptions.strict());
    fails = "release";
    assertThrows(UncheckedIOException.class, this::confirm);
    assertEquals(ErrorCode.IO_FAILED, error(opening).code());
  }

  @Test
  void openingsThatWaitAreBounded() {
    List<CompletableFuture<OpenSnapshot>> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiting.add(opening(SnapshotOptions.strict()));
    }
    assertEquals(ErrorCode.OVERLOADED, error(opening(SnapshotOptions.strict())).code());
    confirm();
    confirm();
    waiting.forEach(each -> result(each).close());
    assertEquals(0, open().version());
  }

  private byte[][] read(OpenSnapshot snapshot, Key... keys) {
    CompletionStage<byte[][]> values = snapshot.values(List.of(keys));
    own();
    return result(values);
  }

  private long keptBytes() {
    return replica.stores().stream().mapToLong(VersionedStore::keptBytes).sum();
  }

  @Test
  void aStrictSnapshotOpensWhenItsConfirmationHasSucceeded() {
    write(1);
    CompletableFuture<OpenSnapshot> opening = opening(SnapshotOptions.strict());
    own();
    assertFalse(opening.isDone());
    write(2);

    confirm();

    OpenSnapshot snapshot = result(opening);
    assertEquals(2, snapshot.version());
    assertArrayEquals(new byte[] {2}, read(snapshot, KEY)[0]);
    assertEquals(1, replica.reads().openCount());
    assertEquals(1, replica.reads().confirmations());
  }

  @Test
  void aSnapshotSeesNoLaterGroupsAndWhatTheyReplaceIsDroppedAfterIt() throws IOException {
    write(1);
    write(OTHER, new byte[] {7});
    OpenSnapshot snapshot = open();
    write(2);
    write(OTHER, null);
    write(Key.of("t", 3), new byte[1]);

    assertArrayEquals(new byte[] {1}, read(snapshot, KEY)[0]);
    CompletionStage<ScannedEntries> page =
        snapshot.page(new Scan(Key.of("t", 0), Key.of("t", 10), 100, false), false);
    own();
    ScannedEntries found = result(page);
    assertEquals(2, found.size());
    assertEquals(OTHER, found.key(1));
    assertArrayEquals(new byte[] {7}, found.value(1));
    assertTrue(keptBytes() > 0);
    replica.save(folder).run(); // The log's snapshot has the newest state.
    assertArrayEquals(new byte[] {1}, read(snapshot, KEY)[0]);

    snapshot.close();
    write(3);
    assertEquals(0, keptBytes());
    assertEquals(ErrorCode.TRANSACTION_OVER, error(snapshot.values(List.of(KEY))).code());

    replica.load(folder);
    version = 5;
    OpenSnapshot ofLoaded = open();
    assertEquals(5, ofLoaded.version());
    byte[][] values = read(ofLoaded, KEY, OTHER);
    assertArrayEquals(new byte[] {2}, values[0]);
    assertNull(values[1]);
  }

  @Test
  void aSnapshotThatMayBeStaleReusesAConfirmationAsLongAsItIsNewEnough() {
    write(1);
    open().close();
    write(2);
    nowNs += STALE.toNanos();
    CompletableFuture<OpenSnapshot> opening = opening(SnapshotOptions.staleBy(STALE));
    own();
    assertEquals(2, result(opening).version(), "the newest state of the replica");
    assertEquals(1, rounds.size());

    nowNs++;
    opening = opening(SnapshotOptions.staleBy(STALE));
    own();
    assertFalse(opening.isDone());
    assertEquals(2, rounds.size());
  }

  @Test
  void withoutALeaderASnapshotFailsIfTheLastConfirmationIsTooOld() {
    open().close();
    nowNs += STALE.toNanos() + 1;
    CompletableFuture<OpenSnapshot> opening = opening(SnapshotOptions.staleBy(STALE));
    rounds.get(1).completeExceptionally(new NotLeaderException("no leader", Optional.empty()));
    own();
    YardmasterException error = error(opening);
    assertEquals(ErrorCode.NOT_LEADER, error.code());
    assertEquals(STALE.toString(), error.details().get("maxStaleness"));
  }

  @Test
  void aConfirmationFromBeforeALoadDoesNotCount() throws IOException {
    write(1);
    replica.save(folder).run();
    OpenSnapshot before = open();
    nowNs++;
    CompletableFuture<OpenSnapshot> waiting = opening(SnapshotOptions.strict());
    CompletionStage<byte[][]> reading = before.values(List.of(KEY));

    replica.load(folder);

    assertEquals(ErrorCode.CLOSED, error(waiting).code());
    assertEquals(ErrorCode.CLOSED, error(reading).code());
    assertEquals(ErrorCode.CLOSED, error(before.values(List.of(KEY))).code());
    rounds.get(1).complete(version); // The round belongs to the state before the load.
    CompletableFuture<OpenSnapshot> stale = opening(SnapshotOptions.staleBy(STALE));
    own();
    assertFalse(stale.isDone());
    assertEquals(3, rounds.size());
    confirm();
    assertArrayEquals(new byte[] {1}, read(result(stale), KEY)[0]);
    assertEquals(3, replica.reads().confirmations());
  }

  @Test
  void anOpenedSnapshotOfAnOlderLifeDoesNotTouchTheStores() throws IOException {
    write(1);
    replica.save(folder).run();
    CompletableFuture<OpenSnapshot> opening = opening(SnapshotOptions.strict());
    rounds.get(0).complete(version);
    replica.load(folder); // The opening is still in the queue of the owner.
    own();
    assertEquals(ErrorCode.CLOSED, error(opening).code());
  }

  @Test
  void expiredSnapshotsDoNotCountAlthoughNoGroupArrives() {
    SnapshotOptions brief = SnapshotOptions.strict().withTimeout(Duration.ofMillis(1));
    List<OpenSnapshot> expired = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      CompletableFuture<OpenSnapshot> opening = opening(brief);
      confirm();
      expired.add(result(opening));
    }
    CompletableFuture<OpenSnapshot> fourth = opening(brief);
    confirm();
    assertEquals(ErrorCode.OVERLOADED, error(fourth).code());

    nowNs += 1_000_000;

    assertEquals(0, open().version());
    assertEquals(ErrorCode.SNAPSHOT_TOO_OLD, error(expired.get(0).values(List.of(KEY))).code());
    assertEquals(1, replica.reads().openCount());
  }

  @Test
  void atTheLimitOfMemoryTheOldestSnapshotEnds() {
    byte[] large = new byte[1 << 16];
    write(KEY, large);
    OpenSnapshot oldest = open();
    for (int i = 0; i < 7; i++) { // Each shard has half of the limit.
      write(KEY, large);
      assertEquals(1, replica.reads().openCount(), "after " + i);
    }
    write(KEY, large);
    assertEquals(0, replica.reads().openCount());
    assertEquals(ErrorCode.SNAPSHOT_TOO_OLD, error(oldest.values(List.of(KEY))).code());
    write(KEY, large);
    assertEquals(0, keptBytes());
  }

  @Test
  void aClosedReplicaHasNoSnapshots() {
    OpenSnapshot snapshot = open();
    nowNs++;
    CompletableFuture<OpenSnapshot> waiting = opening(SnapshotOptions.strict());
    replica.close();
    assertEquals(ErrorCode.CLOSED, error(snapshot.values(List.of(KEY))).code());
    assertEquals(ErrorCode.CLOSED, error(waiting).code());
    assertEquals(ErrorCode.CLOSED, error(opening(SnapshotOptions.staleBy(STALE))).code());
    own();
  }
}
