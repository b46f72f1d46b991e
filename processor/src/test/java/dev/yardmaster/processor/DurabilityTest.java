package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.caller.CallerSide;
import dev.yardmaster.processor.caller.CallerTurns;
import dev.yardmaster.processor.caller.PipelineSession;
import dev.yardmaster.processor.coordinator.Processor;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.disk.ForwardingDisk;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.agrona.concurrent.EpochClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests which commits survive the end of a pipeline, and how a pipeline reacts when its disk fails.
 */
class DurabilityTest {

  private static final Key COUNTER = Key.of("counters", 1);

  @TempDir private Path folder;

  private PipelineConfig config() {
    return PipelineConfig.builder().durability(Durability.in(folder.resolve("data"))).build();
  }

  private static long add(Pipeline pipeline, long amount) {
    return pipeline.execute(
        transaction -> {
          long sum = transaction.contains(COUNTER) ? transaction.getLong(COUNTER) : 0;
          transaction.putLong(COUNTER, sum + amount);
          return sum + amount;
        });
  }

  @Test
  void whatCommittedIsThereAfterARestart() {
    for (int start = 1; start <= 5; start++) {
      try (Pipeline pipeline = Pipeline.start(config())) {
        assertEquals(start, add(pipeline, 1));
      }
    }
  }

  @Test
  void startsAfterStartsInWhichNothingCommitted() {
    for (int start = 1; start <= 4; start++) {
      Pipeline.start(config()).close();
    }
    try (Pipeline pipeline = Pipeline.start(config())) {
      assertEquals(1, add(pipeline, 1));
    }
  }

  @Test
  void whatCommittedAsyncIsThereAfterAClose() {
    PipelineConfig async =
        config().toBuilder()
            .durability(Durability.in(folder.resolve("data")).async(60_000))
            .build();
    for (int start = 1; start <= 3; start++) {
      try (Pipeline pipeline = Pipeline.start(async)) {
        assertEquals(start, add(pipeline, 1));
        assertEquals(0, pipeline.counters().forces(), "no commit may have waited for the disk");
      }
    }
  }

  @Test
  void whatCommittedAsyncIsForcedInItsTime() {
    Durability durability = Durability.in(folder.resolve("data")).async(1);
    try (SteppedPipeline stepped =
        new SteppedPipeline(config().toBuilder().durability(durability).build())) {
      OneShot put = OneShot.builder().put(COUNTER, new byte[8]).build();
      for (int commit = 1; commit <= 3; commit++) {
        stepped.stepUntil(stepped.pipeline.submit(put).toCompletableFuture()::isDone);
        assertEquals(commit - 1, stepped.pipeline.counters().forces(), "not yet");
        stepped.nowNs += 1_000_000;
        int forces = commit;
        stepped.stepUntil(() -> stepped.pipeline.counters().forces() == forces);
      }
    }
  }

  @Test
  void commitsThatKeepComingDoNotPutOffTheForce() {
    Durability durability = Durability.in(folder.resolve("data")).async(10);
    try (SteppedPipeline stepped =
        new SteppedPipeline(config().toBuilder().durability(durability).build())) {
      for (int commit = 1; commit <= 10; commit++) {
        stepped.nowNs = 4_000_000L * commit;
        OneShot put = OneShot.builder().put(COUNTER, new byte[8]).build();
        stepped.stepUntil(stepped.pipeline.submit(put).toCompletableFuture()::isDone);
      }
      assertEquals(
          2, stepped.pipeline.counters().forces(), "the log must be forced at 16 ms and at 32 ms");
    }
  }

  @Test
  void anInterruptOfWhoClosesLeavesTheLogComplete() {
    Durability durability = Durability.in(folder.resolve("data")).async(60_000);
    Pipeline pipeline = Pipeline.start(config().toBuilder().durability(durability).build());
    add(pipeline, 1);
    Thread.currentThread().interrupt();
    pipeline.close();
    assertTrue(Thread.interrupted(), "the interrupt flag must still be set");
    assertEquals(1, pipeline.counters().forces());
    try (Pipeline next = Pipeline.start(config())) {
      assertEquals(2, add(next, 1));
    }
  }

  @Test
  void aProcedureThatHoldsItsThreadDoesNotLetTheLogRunOn() {
    CountDownLatch released = new CountDownLatch(1);
    CountDownLatch holding = new CountDownLatch(1);
    Procedure<Long, Long> holder =
        new Procedure<>() {
          @Override
          public String name() {
            return "holder";
          }

          @Override
          public void declare(Long argument, KeyDeclaration keys) {
            keys.read(COUNTER);
          }

          @Override
          public Long execute(Long argument, Transaction transaction) {
            holding.countDown();
            boolean over = false;
            while (!over) {
              try {
                released.await();
                over = true;
              } catch (InterruptedException e) {
                // The procedure deliberately ignores the interrupt.
              }
            }
            return argument;
          }
        };
    PipelineConfig config =
        config().toBuilder().threads(ThreadLayout.DEDICATED).closeTimeoutNs(1_000_000).build();
    try {
      Pipeline pipeline = Pipeline.start(config);
      pipeline.register(holder);
      CompletionStage<Outcome<Long>> held = pipeline.submit(holder, 1L);
      holding.await();
      pipeline.close();
      assertEquals(
          ErrorCode.CLOSED, assertInstanceOf(Outcome.Rejected.class, join(held)).error().code());
      List<String> running =
          Thread.getAllStackTraces().keySet().stream()
              .map(Thread::getName)
              .filter(List.of("log", "checkpointer", "storage-0")::contains)
              .toList();
      assertEquals(List.of(), running);
      try (Pipeline next = Pipeline.start(config())) {
        assertEquals(1, add(next, 1));
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      released.countDown();
    }
  }

  @Test
  void aCallerWhoseCommitIsUnderWayWhenTheServiceEndsKnowsNothing() throws IOException {
    assertInstanceOf(Outcome.Unknown.class, outcomeAtTheEnd(config(), true));
  }

  @Test
  void aCommitThatWasNotAdmittedOrNotDurableIsRefusedWhenTheServiceEnds() throws IOException {
    for (Outcome<?> outcome :
        List.of(
            outcomeAtTheEnd(config(), false),
            outcomeAtTheEnd(PipelineConfig.defaults(), false),
            outcomeAtTheEnd(PipelineConfig.defaults(), true))) {
      assertEquals(
          ErrorCode.CLOSED, assertInstanceOf(Outcome.Rejected.class, outcome).error().code());
    }
  }

  /** Returns the outcome of a commit that is in progress when the service ends. */
  private static Outcome<?> outcomeAtTheEnd(PipelineConfig config, boolean admitted)
      throws IOException {
    AtomicBoolean terminated = new AtomicBoolean();
    PipelineParts parts = new PipelineParts();
    PipelineAgents agents = PipelineAgents.of(config.onCores(1), parts);
    Processor processor = agents.processors().get(0);
    PipelineSession session =
        new PipelineSession(
            TransactionOptions.defaults(),
            null,
            parts.clock().nanoTime(),
            processor,
            new CallerSide(
                agents.callerReads(),
                CallerTurns.NONE,
                (waits, over) -> {
                  if (admitted) {
                    processor.doWork();
                  }
                  terminated.set(true);
                },
                parts.clock(),
                terminated::get));
    Outcome<?> outcome = session.commit(Map.of(COUNTER, new byte[8]), null);
    if (agents.stored().data() != null) {
      agents.stored().data().close();
    }
    return outcome;
  }

  @Test
  void deletedKeysAndOtherShardsComeBackAsTheyWere() {
    for (int shards : new int[] {1, 3, 2}) {
      PipelineConfig config = config().toBuilder().storageWorkers(shards).build();
      try (Pipeline pipeline = Pipeline.start(config)) {
        boolean first = shards == 1;
        for (int i = 0; i < 100; i++) {
          Key key = Key.of("notes", i);
          byte[] expected = first || i % 3 == 0 ? null : new byte[] {(byte) i};
          byte[] found = pipeline.execute(transaction -> transaction.get(key));
          assertEquals(expected == null, found == null, key::toString);
        }
        for (int i = 0; first && i < 100; i++) {
          Key key = Key.of("notes", i);
          byte value = (byte) i;
          pipeline.execute(
              transaction -> {
                transaction.put(key, new byte[] {value});
                return null;
              });
          if (i % 3 == 0) {
            pipeline.execute(
                transaction -> {
                  transaction.delete(key);
                  return null;
                });
          }
        }
      }
    }
  }

  @Test
  void commitsShareForces() throws Exception {
    int count = 3_000;
    try (Pipeline pipeline = Pipeline.start(config())) {
      Semaphore outstanding = new Semaphore(300);
      for (int i = 0; i < count; i++) {
        outstanding.acquire();
        var unused =
            pipeline
                .submit(OneShot.builder().put(Key.of("notes", i), new byte[] {1}).build())
                .thenRun(outstanding::release);
      }
      assertTrue(outstanding.tryAcquire(300, 30, TimeUnit.SECONDS));
      PipelineCounters counters = pipeline.counters();
      assertEquals(count, counters.logged());
      assertTrue(counters.forces() < count / 4, () -> counters.forces() + " forces");
      SimpleMeterRegistry registry = new SimpleMeterRegistry();
      pipeline.bindTo(registry);
      assertEquals(count, meter(registry, "log.transactions"));
      assertEquals(counters.forces(), meter(registry, "log.forces"));
      assertEquals(counters.loggedBytes(), meter(registry, "log.written"));
      assertEquals(0, meter(registry, "checkpoints"));
      assertTrue(registry.get("yardmaster.log.size").gauge().value() >= counters.loggedBytes());
      assertEquals(1, registry.get("yardmaster.log.segments").gauge().value());
      assertEquals(0, registry.get("yardmaster.checkpoint.size").gauge().value());
    }
  }

  private static long meter(SimpleMeterRegistry registry, String name) {
    return (long) registry.get("yardmaster." + name).functionCounter().count();
  }

  @Test
  void checkpointsKeepTheDirectorySmall() throws Exception {
    PipelineConfig config =
        PipelineConfig.builder()
            .durability(Durability.in(folder.resolve("data")).withLengths(1 << 16, 1 << 18))
            .build();
    byte[] value = new byte[10_000];
    try (Pipeline pipeline = Pipeline.start(config)) {
      for (int i = 0; i < 500; i++) {
        Key key = Key.of("notes", i % 10);
        assertInstanceOf(
            Outcome.Committed.class,
            pipeline.submit(OneShot.builder().put(key, value).build()).toCompletableFuture().get());
      }
      assertTrue(pipeline.counters().checkpoints() > 0);
    }
    try (Stream<Path> files = Files.list(folder.resolve("data"))) {
      long bytes = files.mapToLong(file -> file.toFile().length()).sum();
      assertTrue(bytes < 3L << 20, () -> bytes + " bytes");
    }
    try (Pipeline pipeline = Pipeline.start(config)) {
      for (int i = 0; i < 10; i++) {
        Key key = Key.of("notes", i);
        assertNotNull(pipeline.execute(transaction -> transaction.get(key)));
      }
    }
  }

  @Test
  void aDiskWithoutRoomForACheckpointDoesNotEndTheService() throws Exception {
    PipelineConfig config =
        PipelineConfig.builder()
            .durability(Durability.in(folder.resolve("data")).withLengths(1 << 16, 1 << 16))
            .build();
    PipelineParts parts =
        new PipelineParts() {
          @Override
          public Disk disk(Path directory) throws IOException {
            return new ForwardingDisk(FileDisk.open(directory)) {
              @Override
              protected void write(String name, DiskFile file, ByteBuffer source, long position)
                  throws IOException {
                if (name.startsWith("checkpoint-")) {
                  throw new IOException("No space left on device");
                }
                super.write(name, file, source, position);
              }
            };
          }
        };
    try (Pipeline pipeline = Pipeline.start(config, parts)) {
      assertEquals(Optional.empty(), pipeline.warning());
      long sum = 0;
      for (long deadline = System.nanoTime() + 20_000_000_000L; pipeline.warning().isEmpty(); ) {
        assertEquals(++sum, add(pipeline, 1));
        assertTrue(System.nanoTime() - deadline < 0, "the pipeline must try to write a checkpoint");
      }
      String warning = pipeline.warning().orElseThrow();
      assertTrue(warning.contains("No space left on device"), warning);
      assertEquals(Optional.empty(), pipeline.failure());
      assertEquals(sum + 1, add(pipeline, 1));
      assertEquals(0, pipeline.counters().checkpoints());
      try (Stream<Path> files = Files.list(folder.resolve("data"))) {
        assertTrue(files.noneMatch(file -> file.getFileName().toString().endsWith(".tmp")));
      }
    }
  }

  /**
   * Parts with which a second service can open the same directory, as if the first service had lost
   * its lock.
   */
  private static final class UnlockedParts extends PipelineParts {
    @Override
    public Disk disk(Path directory) throws IOException {
      FileDisk disk = FileDisk.open(directory);
      disk.close();
      return disk;
    }
  }

  @Test
  void aServiceWhoseDirectoryIsTakenOverAcknowledgesNothingMore() {
    try (Pipeline first = Pipeline.start(config(), new UnlockedParts())) {
      assertEquals(1, add(first, 1));
      try (Pipeline second = Pipeline.start(config(), new UnlockedParts())) {
        YardmasterException unknown = assertThrows(YardmasterException.class, () -> add(first, 10));
        assertEquals(ErrorCode.OUTCOME_UNKNOWN, unknown.code());
        YardmasterException closed = assertThrows(YardmasterException.class, () -> add(first, 10));
        assertEquals(ErrorCode.CLOSED, closed.code());
        assertTrue(closed.getMessage().contains("FENCED"), closed::getMessage);
        assertEquals(
            2,
            add(second, 1),
            "the last increment of the first pipeline was not"
                + " acknowledged, so it must have no effect");
      }
    }
    try (Pipeline third = Pipeline.start(config())) {
      assertEquals(3, add(third, 1));
    }
  }

  /** Returns parts in which the clock for ids always returns this time. */
  private static PipelineParts at(long epochMs) {
    return new PipelineParts() {
      @Override
      public EpochClock epochClock() {
        return () -> epochMs;
      }
    };
  }

  @Test
  void anIdHasOneOutcomeAcrossRestarts() {
    TransactionId committed = new TransactionId(5_000, 0, 1);
    TransactionId never = new TransactionId(5_000, 0, 2);
    OneShot add = OneShot.builder().add(COUNTER, 1).build();
    TransactionOptions once = TransactionOptions.defaults().withId(committed);
    Outcome<OneShot.Result> first;
    try (Pipeline pipeline = Pipeline.start(config(), at(5_000))) {
      first = join(pipeline.submit(add, once));
      assertInstanceOf(Outcome.Committed.class, first);
      assertFalse(join(pipeline.status(never)).valueOrThrow().isCommitted());
    }
    try (Pipeline pipeline = Pipeline.start(config(), at(6_000))) {
      Outcome.Committed<OneShot.Result> again =
          (Outcome.Committed<OneShot.Result>) join(pipeline.submit(add, once));
      assertEquals(((Outcome.Committed<?>) first).commitVersion(), again.commitVersion());
      assertTrue(join(pipeline.status(committed)).valueOrThrow().isCommitted());
      assertEquals(
          ErrorCode.ID_ABORTED,
          join(pipeline.submit(add, TransactionOptions.defaults().withId(never))).error().code());
      long counted = pipeline.execute(transaction -> transaction.getLong(COUNTER));
      assertEquals(1, counted);
    }
  }

  @Test
  void anIdWhoseOutcomeMayBeForgottenIsRefusedAcrossRestarts() {
    PipelineConfig config =
        PipelineConfig.builder()
            .durability(Durability.in(folder.resolve("data")).withLengths(1 << 16, 1 << 16))
            .outcomeRetentionMs(1_000)
            .build();
    OneShot add = OneShot.builder().add(COUNTER, 1).put(Key.of("pad", 1), new byte[10_000]).build();
    TransactionOptions old = TransactionOptions.defaults().withId(new TransactionId(5_000, 0, 1));
    try (Pipeline pipeline = Pipeline.start(config, at(5_500))) {
      assertInstanceOf(Outcome.Committed.class, join(pipeline.submit(add, old)));
    }
    // Meanwhile the outcome is dropped, and a checkpoint replaces the log segment that contained
    // it.
    try (Pipeline pipeline = Pipeline.start(config, at(9_000))) {
      while (pipeline.counters().checkpoints() == 0) {
        assertInstanceOf(Outcome.Committed.class, join(pipeline.submit(add)));
      }
    }
    // The clock is set back. If the checkpoint did not contain the horizon, the id would count as
    // new.
    try (Pipeline pipeline = Pipeline.start(config, at(5_500))) {
      assertEquals(ErrorCode.EXPIRED_ID, join(pipeline.submit(add, old)).error().code());
    }
  }

  @Test
  void aStartThatFailsLetsGoOfTheDirectory() {
    PipelineParts broken =
        new PipelineParts() {
          @Override
          public AccessSets accessSets() {
            throw new IllegalStateException("planted");
          }
        };
    assertThrows(IllegalStateException.class, () -> Pipeline.start(config(), broken));
    try (Pipeline next = Pipeline.start(config())) {
      assertEquals(1, add(next, 1));
    }
  }

  @Test
  void oneServiceHasADirectory() {
    try (Pipeline first = Pipeline.start(config())) {
      YardmasterException error =
          assertThrows(YardmasterException.class, () -> Pipeline.start(config()));
      assertEquals(ErrorCode.DIRECTORY_IN_USE, error.code());
      assertEquals(1, add(first, 1));
    }
    try (Pipeline next = Pipeline.start(config())) {
      assertEquals(2, add(next, 1));
    }
  }

  @Test
  void aDamagedDirectoryIsRefusedAndLeftToOthers() throws IOException {
    try (Pipeline pipeline = Pipeline.start(config())) {
      add(pipeline, 1);
    }
    Path log = folder.resolve("data/log-0000000001");
    byte[] bytes = Files.readAllBytes(log);
    bytes[20] ^= 1;
    Files.write(log, bytes);
    for (int attempt = 0; attempt < 2; attempt++) {
      YardmasterException error =
          assertThrows(YardmasterException.class, () -> Pipeline.start(config()));
      assertEquals(ErrorCode.DAMAGED, error.code());
      assertEquals("log-0000000001", error.details().get("file"));
    }
  }

  @Test
  void aTransactionThatIsTooLargeIsRefused() {
    PipelineConfig config = config().toBuilder().maxTransactionBytes(2_000).build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      OneShot.Builder large = OneShot.builder();
      OneShot.Builder fits = OneShot.builder();
      for (int i = 0; i < 3; i++) {
        large.put(Key.of("notes", i), new byte[667]);
        fits.put(Key.of("notes", i), new byte[666]);
      }
      assertEquals(
          ErrorCode.TRANSACTION_TOO_LARGE,
          assertInstanceOf(Outcome.Rejected.class, join(pipeline.submit(large.build())))
              .error()
              .code());
      YardmasterException error =
          assertThrows(
              YardmasterException.class,
              () ->
                  pipeline.execute(
                      transaction -> {
                        transaction.put(COUNTER, new byte[2_001]);
                        return null;
                      }));
      assertEquals("2001", error.details().get("bytes"));
      assertInstanceOf(Outcome.Committed.class, join(pipeline.submit(fits.build())));
    }
  }

  private static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  /** Parts whose disk fails at a time that the test chooses. */
  private static final class FailingParts extends PipelineParts {
    volatile String failing = "nothing";

    /** When the test counts this latch down, a force to disk may return. */
    final CountDownLatch mayForce = new CountDownLatch(1);

    final CountDownLatch forces = new CountDownLatch(1);

    private void did(String operation) throws IOException {
      if (operation.equals(failing)) {
        throw new IOException("No space left on device");
      }
      if (operation.equals("force") && failing.equals("never forces")) {
        forces.countDown();
        awaitUninterruptibly(mayForce);
      }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
      boolean interrupted = true;
      while (interrupted) {
        try {
          latch.await();
          interrupted = false;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }

    @Override
    public Disk disk(Path directory) throws IOException {
      return new ForwardingDisk(FileDisk.open(directory)) {
        @Override
        public void rename(String from, String to) throws IOException {
          did("rename");
          super.rename(from, to);
        }

        @Override
        protected void write(String name, DiskFile file, ByteBuffer source, long position)
            throws IOException {
          did("write");
          super.write(name, file, source, position);
        }

        @Override
        protected void force(String name, DiskFile file) throws IOException {
          did("force");
          super.force(name, file);
        }
      };
    }
  }

  /**
   * Runs increments until the disk fails in the given way. After the restart, every acknowledged
   * increment must be present. An increment with an unknown outcome may be present or missing.
   */
  private void stopsAcknowledging(String failing) throws Exception {
    FailingParts parts = new FailingParts();
    PipelineConfig config =
        PipelineConfig.builder()
            .durability(Durability.in(folder.resolve(failing)).withLengths(1 << 16, 1 << 17))
            .build();
    long acknowledged = 0;
    long unknown = 0;
    try (Pipeline pipeline = Pipeline.start(config, parts)) {
      acknowledged += add(pipeline, 1);
      List<CompletionStage<Outcome<OneShot.Result>>> stages = new ArrayList<>();
      parts.failing = failing;
      Outcome<?> last = null;
      for (int i = 0; i < 100_000 && !(last instanceof Outcome.Unknown<?>); i++) {
        OneShot padded = OneShot.builder().put(Key.of("pad", i), new byte[5_000]).build();
        stages.add(pipeline.submit(padded));
        last = join(stages.get(i));
      }
      for (int i = 0; i < stages.size(); i++) {
        Outcome<?> outcome = join(stages.get(i));
        acknowledged += outcome instanceof Outcome.Committed ? 1 : 0;
        if (outcome instanceof Outcome.Unknown<?> notKnown) {
          unknown++;
          assertEquals(ErrorCode.OUTCOME_UNKNOWN, notKnown.error().code());
        }
      }
      Outcome<?> refused = join(pipeline.submit(OneShot.builder().delete(COUNTER).build()));
      YardmasterException error = assertInstanceOf(Outcome.Rejected.class, refused).error();
      assertEquals(ErrorCode.CLOSED, error.code());
      assertTrue(error.getMessage().contains("No space left on device"), error::getMessage);
      assertInstanceOf(UncheckedIOException.class, error.getCause());
    }
    assertTrue(
        unknown >= 1,
        () -> "the increment in progress when the disk failed must have an unknown outcome");
    try (Pipeline pipeline = Pipeline.start(config)) {
      long found = 0;
      for (int i = 0; i < acknowledged + unknown; i++) {
        Key key = Key.of("pad", i);
        found += pipeline.execute(transaction -> transaction.contains(key)) ? 1 : 0;
      }
      long there = found + pipeline.execute(transaction -> transaction.getLong(COUNTER));
      assertTrue(
          there >= acknowledged && there <= acknowledged + unknown,
          there + " of " + acknowledged + " acknowledged");
      assertEquals(2, add(pipeline, 1), "it goes on");
    }
  }

  @Test
  void aDiskThatHangsHoldsItsDirectoryAndNobodyElse() throws Exception {
    FailingParts parts = new FailingParts();
    Path directory = folder.resolve("hangs");
    PipelineConfig config =
        PipelineConfig.builder()
            .durability(Durability.in(directory))
            .closeTimeoutNs(1_000_000L)
            .build();
    CompletionStage<Outcome<OneShot.Result>> stage;
    try (Pipeline pipeline = Pipeline.start(config, parts)) {
      parts.failing = "never forces";
      stage = pipeline.submit(OneShot.builder().add(COUNTER, 1).build());
      assertTrue(parts.forces.await(30, TimeUnit.SECONDS));
    }
    assertInstanceOf(Outcome.Unknown.class, join(stage));
    YardmasterException error =
        assertThrows(YardmasterException.class, () -> Pipeline.start(config));
    assertEquals(ErrorCode.DIRECTORY_IN_USE, error.code());
    parts.mayForce.countDown();
  }

  @Test
  void stopsAcknowledgingWhenAWriteFails() throws Exception {
    stopsAcknowledging("write");
  }

  @Test
  void stopsAcknowledgingWhenAForceFails() throws Exception {
    stopsAcknowledging("force");
  }

  @Test
  void stopsAcknowledgingWhenARenameFails() throws Exception {
    stopsAcknowledging("rename");
  }
}
