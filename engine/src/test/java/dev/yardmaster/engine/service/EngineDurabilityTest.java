package dev.yardmaster.engine.service;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
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
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.disk.ForwardingDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests which data survive a restart of the engine, and how the engine reacts when its disk fails.
 */
@Timeout(60)
class EngineDurabilityTest {

  private static final Key COUNTER = Key.of("counters", 1);
  private static final TransactionIds IDS =
      new TransactionIds(System::currentTimeMillis, new Random(5)::nextLong);

  @TempDir private Path folder;

  private EngineConfig config() {
    return EngineConfig.builder().directory(folder).segmentBytes(1 << 16).build();
  }

  private static Outcome<Long> add(TransactionService service, TransactionOptions options) {
    return service.execute(
        transaction -> {
          long sum = transaction.getLong(COUNTER) + 1;
          transaction.putLong(COUNTER, sum);
          return sum;
        },
        options);
  }

  private static long number(TransactionService service, Key key) {
    return service.execute(transaction -> transaction.getLong(key));
  }

  @Test
  void whatCommittedIsThereAfterARestart() {
    long lastVersion = 0;
    for (long start = 1; start <= 4; start++) {
      try (EngineService service = Engine.open(config())) {
        Outcome<Long> outcome = add(service, TransactionOptions.defaults());
        assertEquals(start, outcome.valueOrThrow());
        long version = ((Outcome.Committed<Long>) outcome).commitVersion();
        assertTrue(version > lastVersion, "versions must continue above " + lastVersion);
        lastVersion = version;
      }
    }
  }

  @Test
  void keysOfAllKindsAndDeletionsComeBackAsTheyWere() {
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      keys.add(Key.of("notes", i));
      keys.add(Key.of("notes", "text " + i));
      keys.add(Key.of("notes", new byte[] {(byte) i}));
    }
    try (EngineService service = Engine.open(config())) {
      for (int i = 0; i < keys.size(); i++) {
        int number = i;
        service.execute(
            transaction -> {
              transaction.put(keys.get(number), new byte[] {(byte) number});
              return null;
            });
        if (i % 4 == 0) {
          service.execute(
              transaction -> {
                transaction.delete(keys.get(number));
                return null;
              });
        }
      }
    }
    try (EngineService service = Engine.open(config())) {
      for (int i = 0; i < keys.size(); i++) {
        int number = i;
        byte[] found = service.execute(transaction -> transaction.get(keys.get(number)));
        byte[] expected = i % 4 == 0 ? null : new byte[] {(byte) i};
        assertArrayEquals(expected, found, keys.get(i)::toString);
      }
    }
  }

  @Test
  void anOutcomeIsToldAgainAfterARestart() {
    TransactionId id = IDS.next();
    TransactionOptions options = TransactionOptions.defaults().withId(id);
    Outcome.Committed<?> first;
    try (EngineService service = Engine.open(config())) {
      first = assertInstanceOf(Outcome.Committed.class, add(service, options));
    }
    try (EngineService service = Engine.open(config())) {
      Outcome.Committed<?> again = assertInstanceOf(Outcome.Committed.class, add(service, options));
      assertEquals(first.value(), again.value());
      assertEquals(first.commitVersion(), again.commitVersion());
      assertEquals(first.transactionId(), again.transactionId());
      assertTrue(
          service.status(id).toCompletableFuture().join().valueOrThrow().isCommitted(),
          "and its status");
    }
  }

  /**
   * Callers write continuously while checkpoints are written. A restart must restore every
   * acknowledged write.
   */
  @Test
  void checkpointsStandInForTheLog() throws Exception {
    EngineConfig config = config().toBuilder().workers(2).checkpointBytes(1 << 16).build();
    long[] told = new long[3];
    for (int start = 0; start < 3; start++) {
      try (EngineService service = Engine.open(config)) {
        List<Thread> callers = new ArrayList<>();
        for (int caller = 0; caller < told.length; caller++) {
          int number = caller;
          Thread thread = new Thread(() -> told[number] = countUntilCheckpoints(service, number));
          callers.add(thread);
          thread.start();
        }
        for (Thread thread : callers) {
          thread.join();
        }
        long written = service.checkpoints().written();
        assertTrue(written >= 3, "checkpoints: " + written);
        assertNull(service.failure().orElse(null));
      }
      try (EngineService service = Engine.open(config)) {
        for (int caller = 0; caller < told.length; caller++) {
          for (Key key : countersOf(caller)) {
            long found = service.execute(transaction -> transaction.getLong(key));
            assertEquals(told[caller], found, key + " at start " + start);
          }
          Key even = Key.of("even", caller);
          boolean present = service.execute(transaction -> transaction.contains(even));
          assertEquals(told[caller] % 2 == 0, present, even + " at start " + start);
        }
      }
    }
  }

  /** Returns counters under the highest key, the lowest key and another key of each kind. */
  private static List<Key> countersOf(int caller) {
    return List.of(
        Key.of("callers" + caller, Long.MAX_VALUE),
        Key.of("callers" + caller, Long.MIN_VALUE),
        Key.of("callers" + caller, "text"),
        Key.of("callers" + caller, new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1}),
        Key.of("many", 1_000L * caller));
  }

  /**
   * In each transaction, increments all of a caller's counters, until three checkpoints are
   * written. Returns the last count.
   */
  private static long countUntilCheckpoints(EngineService service, int caller) {
    Key even = Key.of("even", caller);
    List<Key> counters = countersOf(caller);
    long count = service.execute(transaction -> transaction.getLong(counters.get(0)));
    while (service.checkpoints().written() < 3) {
      count++;
      OneShot.Builder next = OneShot.builder().put(Key.of("many", 10_000 + count), new byte[500]);
      for (Key counter : counters) {
        next.add(counter, 1);
      }
      if (count % 2 == 0) {
        next.putLong(even, count);
      } else {
        next.delete(even);
      }
      service.call(next.build());
    }
    return count;
  }

  /**
   * A range cannot include the highest number, so a checkpoint must read this key separately. A
   * restart from the checkpoint must restore the key.
   */
  @Test
  void theHighestNumberStandsBehindAllOthersInACheckpoint() {
    EngineConfig config = config().toBuilder().checkpointBytes(1 << 16).build();
    int rows = 1_200;
    Key highest = Key.of("rows", Long.MAX_VALUE);
    try (EngineService service = Engine.open(config)) {
      service.call(OneShot.builder().putLong(highest, -1).build());
      for (int i = 0; i < rows; i++) {
        service.call(OneShot.builder().putLong(Key.of("rows", i), i).build());
      }
      for (int i = 0; service.checkpoints().written() < 2; i++) {
        service.call(OneShot.builder().put(Key.of("others", i % 10), new byte[4_000]).build());
      }
    }
    try (EngineService service = Engine.open(config)) {
      for (int i = 0; i < rows; i++) {
        assertEquals(i, number(service, Key.of("rows", i)));
      }
      assertEquals(-1, number(service, highest));
    }
  }

  @Test
  void aDirectoryHasOneEngine() {
    try (EngineService service = Engine.open(config())) {
      YardmasterException thrown =
          assertThrows(YardmasterException.class, () -> Engine.open(config()));
      assertEquals(ErrorCode.DIRECTORY_IN_USE, thrown.code());
      assertEquals(1L, add(service, TransactionOptions.defaults()).valueOrThrow());
    }
  }

  @Test
  void anEngineWhoseDirectoryIsTakenOverAcknowledgesNothingMore() {
    EngineParts unlocked =
        new EngineParts() {
          @Override
          public Disk disk(Path directory) throws IOException {
            FileDisk disk = FileDisk.open(directory);
            disk.close();
            return disk;
          }
        };
    try (EngineService first = Engine.open(config(), unlocked)) {
      assertEquals(1L, add(first, TransactionOptions.defaults()).valueOrThrow());
      try (EngineService second = Engine.open(config(), unlocked)) {
        Outcome<Long> unknown = add(first, TransactionOptions.defaults());
        assertEquals(ErrorCode.OUTCOME_UNKNOWN, unknown.error().code());
        assertTrue(unknown.error().getMessage().contains("FENCED"), unknown::toString);
        assertEquals(2L, add(second, TransactionOptions.defaults()).valueOrThrow());
      }
    }
    try (EngineService third = Engine.open(config())) {
      assertEquals(2, number(third, COUNTER));
    }
  }

  /** Each start runs in a process with a heap that is not much larger than the data. */
  @Test
  void startsInTheHeapThatItRanIn() throws Exception {
    for (String protocol : new String[] {"silo", "multi-version"}) {
      Path data = folder.resolve(protocol);
      for (int start = 0; start < 2; start++) {
        Process service =
            new ProcessBuilder(
                    ProcessHandle.current().info().command().orElse("java"),
                    "-Xmx56m",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    FullHeap.class.getName(),
                    data.toString(),
                    protocol)
                .redirectErrorStream(true)
                .start();
        String said = new String(service.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, service.waitFor(), protocol + ", start " + start + ": " + said);
      }
    }
  }

  /**
   * The program of a process: it opens a service with 32 MB of values. The first start writes the
   * values, and each start overwrites a quarter of them.
   */
  static final class FullHeap {
    private static final int VALUES = 32_000;

    private FullHeap() {}

    public static void main(String[] args) {
      EngineConfig config =
          EngineConfig.builder()
              .directory(Path.of(args[0]))
              .protocol(args[1])
              .maxDataBytes(Runtime.getRuntime().maxMemory()) // The values take most of the heap.
              .build();
      try (EngineService service = Engine.open(config)) {
        boolean loaded = service.execute(transaction -> transaction.contains(Key.of("rows", 0)));
        for (int i = loaded ? VALUES : 0; i < VALUES + VALUES / 4; i += 100) {
          int first = i % VALUES;
          service.execute(
              transaction -> {
                for (int n = first; n < first + 100; n++) {
                  transaction.put(Key.of("rows", n), new byte[1_000]);
                }
                return null;
              });
        }
        for (int i = 0; i < VALUES; i += 100) {
          int first = i;
          service.execute(
              transaction -> {
                for (int n = first; n < first + 100; n++) {
                  if (transaction.get(Key.of("rows", n)).length != 1_000) {
                    throw new IllegalStateException("missing: " + n);
                  }
                }
                return null;
              });
        }
      }
    }
  }

  /**
   * Parts with a disk that blocks each force until the test allows it. From the given write on, all
   * writes to the disk fail.
   */
  private static final class TestParts extends EngineParts {
    private final CountDownLatch mayForce;
    private final int goodWrites;
    private final boolean tears;
    private int writes;

    TestParts(CountDownLatch mayForce, int goodWrites, boolean tears) {
      this.mayForce = mayForce;
      this.goodWrites = goodWrites;
      this.tears = tears;
    }

    @Override
    public Disk disk(Path directory) throws IOException {
      return new ForwardingDisk(FileDisk.open(directory)) {
        @Override
        protected void write(String name, DiskFile file, ByteBuffer source, long position)
            throws IOException {
          if (++writes > goodWrites) {
            if (tears) {
              source.limit(source.position() + source.remaining() / 2);
              super.write(name, file, source, position);
            }
            throw new IOException("the disk is full");
          }
          super.write(name, file, source, position);
        }

        @Override
        protected void force(String name, DiskFile file) throws IOException {
          if (writes > 1) {
            try {
              mayForce.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
          }
          super.force(name, file);
        }
      };
    }
  }

  private static Procedure<Integer, Integer> signalling(CountDownLatch latch) {
    return new Procedure<>() {
      @Override
      public String name() {
        return "signal";
      }

      @Override
      public void declare(Integer argument, KeyDeclaration keys) {}

      @Override
      public Integer execute(Integer argument, Transaction transaction) {
        latch.countDown();
        return argument;
      }
    };
  }

  @Test
  void nothingIsToldBeforeItIsOnTheDisk() throws Exception {
    CountDownLatch mayForce = new CountDownLatch(1);
    OneShot put = OneShot.builder().putLong(COUNTER, 7).build();
    OneShot read = OneShot.builder().read(COUNTER).build();
    try (EngineService service =
        Engine.open(
            config().toBuilder().workers(1).build(),
            new TestParts(mayForce, Integer.MAX_VALUE, false))) {
      CompletableFuture<Outcome<OneShot.Result>>
          written = // The only worker writes before it reads.
          service.submit(put).toCompletableFuture();
      CompletableFuture<Outcome<OneShot.Result>> readOnly =
          service.submit(read).toCompletableFuture();
      // The worker runs one call after the other, so when it runs the third call it has finished
      // the first two.
      CountDownLatch third = new CountDownLatch(1);
      Procedure<Integer, Integer> signal = signalling(third);
      service.register(signal);
      var unused = service.submit(signal, 1);
      third.await();
      boolean early = written.isDone() || readOnly.isDone();
      mayForce.countDown();
      assertFalse(early, "the call must wait for the disk");
      written.get(30, TimeUnit.SECONDS).valueOrThrow();
      assertEquals(7, readOnly.get(30, TimeUnit.SECONDS).valueOrThrow().getLong(COUNTER));
    }
  }

  /**
   * Repeats a run: the disk fails at the first write, in the next run at the second write, and so
   * on. Every acknowledged write must be present after the restart.
   */
  @Test
  void whatWasToldBeforeTheDiskFailedIsThere() throws Exception {
    for (int goodWrites = 1; goodWrites <= 25; goodWrites += 3) {
      for (boolean tears : new boolean[] {false, true}) {
        Path directory = folder.resolve(goodWrites + "-" + tears);
        EngineConfig config = config().toBuilder().directory(directory).workers(3).build();
        String run = "goodWrites=" + goodWrites + ", tears=" + tears;
        long[] told = new long[4];
        EngineService failing =
            Engine.open(config, new TestParts(new CountDownLatch(0), goodWrites, tears));
        List<Thread> callers = new ArrayList<>();
        for (int caller = 0; caller < told.length; caller++) {
          int number = caller;
          Thread thread = new Thread(() -> told[number] = countUp(failing, number));
          callers.add(thread);
          thread.start();
        }
        for (Thread thread : callers) {
          thread.join();
        }
        failing.close();
        assertTrue(failing.failure().isPresent(), run);
        try (EngineService next = Engine.open(config)) {
          for (int caller = 0; caller < told.length; caller++) {
            Key key = Key.of("callers", caller);
            long found = next.execute(transaction -> transaction.getLong(key));
            assertTrue(
                found == told[caller] || found == told[caller] + 1,
                run + ": told " + told[caller] + ", found " + found);
          }
        }
      }
    }
  }

  /**
   * The disk fails while it writes a full group. The waiting acknowledgements behind this group
   * must be completed, too.
   */
  @Test
  void allWhoWaitLearnOfTheFailureBehindAFullGroup() throws Exception {
    CountDownLatch mayForce = new CountDownLatch(1);
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    try (EngineService service =
        Engine.open(config().toBuilder().workers(1).build(), new TestParts(mayForce, 2, false))) {
      for (int i = 0; i < 20; i++) {
        OneShot put = OneShot.builder().put(Key.of("long", i), new byte[1 << 20]).build();
        waiting.add(service.submit(put).toCompletableFuture());
      }
      CountDownLatch last = new CountDownLatch(1);
      Procedure<Integer, Integer> signal = signalling(last);
      service.register(signal);
      waiting.add(service.submit(signal, 1).toCompletableFuture());
      last.await();
      mayForce.countDown();
      for (CompletableFuture<?> one : waiting) {
        assertNotNull(one.get(30, TimeUnit.SECONDS));
      }
    }
  }

  /**
   * An error of the log's thread, for example a lack of memory, must close the engine. No caller
   * may wait forever.
   */
  @Test
  void anErrorOfTheLogIsToldAsItsFailure() throws Exception {
    EngineParts parts =
        new EngineParts() {
          @Override
          public Disk disk(Path directory) throws IOException {
            return new ForwardingDisk(FileDisk.open(directory)) {
              @Override
              protected void force(String name, DiskFile file) throws IOException {
                if (thrown) {
                  throw new InternalError("no room");
                }
                super.force(name, file);
              }
            };
          }
        };
    EngineService service = Engine.open(config(), parts);
    thrown = true;
    Outcome<?> outcome =
        service
            .submit(OneShot.builder().putLong(COUNTER, 1).build())
            .toCompletableFuture()
            .get(30, TimeUnit.SECONDS);
    assertInstanceOf(Outcome.Unknown.class, outcome);
    service.close();
    assertInstanceOf(InternalError.class, service.failure().orElseThrow());
    Outcome<?> refused =
        service
            .submit(OneShot.builder().putLong(COUNTER, 1).build())
            .toCompletableFuture()
            .get(30, TimeUnit.SECONDS);
    assertTrue(refused.toString().contains("no room"), refused::toString);
  }

  private volatile boolean thrown;

  /**
   * Closing the service must not wait for a disk that hangs. When the disk responds again, the
   * directory must be released.
   */
  @Test
  void theDirectoryIsFreeWhenTheLogHasEnded() throws Exception {
    CountDownLatch mayForce = new CountDownLatch(1);
    EngineConfig config = config().toBuilder().closeTimeoutNs(1_000_000).build();
    EngineService service = Engine.open(config, new TestParts(mayForce, Integer.MAX_VALUE, false));
    CompletableFuture<?> told =
        service.submit(OneShot.builder().putLong(COUNTER, 9).build()).toCompletableFuture();
    while (service.counters().committed() == 0) { // Until then, closing refuses the call.
      LockSupport.parkNanos(100_000);
    }
    service.close();
    assertThrows(YardmasterException.class, () -> Engine.open(config()));
    mayForce.countDown();
    assertNotNull(told.get(30, TimeUnit.SECONDS));
    EngineService next = null;
    while (next == null) {
      try {
        next = Engine.open(config());
      } catch (YardmasterException inUse) {
        assertEquals(ErrorCode.DIRECTORY_IN_USE, inUse.code());
        LockSupport.parkNanos(100_000);
      }
    }
    try (EngineService open = next) {
      assertEquals(9, number(open, COUNTER));
    }
  }

  /**
   * Increments a caller's key until an increment is not acknowledged. Returns the last acknowledged
   * count.
   */
  private static long countUp(TransactionService service, int caller) {
    Key key = Key.of("callers", caller);
    for (long next = 1; ; next++) {
      OneShot add = OneShot.builder().add(key, 1).build();
      Outcome<?> outcome = service.call(add, TransactionOptions.defaults());
      if (!(outcome instanceof Outcome.Committed)) {
        assertTrue(
            outcome instanceof Outcome.Unknown || outcome instanceof Outcome.Rejected,
            outcome::toString);
        return next - 1;
      }
    }
  }

  @Test
  void anInterruptOfTheCloserDoesNotCostTheLog() {
    EngineService service = Engine.open(config());
    add(service, TransactionOptions.defaults()).valueOrThrow();
    Thread.currentThread().interrupt();
    service.close();
    assertTrue(Thread.interrupted(), "the interrupt flag must be set");
    try (EngineService next = Engine.open(config())) {
      assertEquals(2L, add(next, TransactionOptions.defaults()).valueOrThrow());
      assertNull(next.failure().orElse(null));
    }
  }
}
