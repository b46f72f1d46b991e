package dev.yardmaster.benchmarks.workload.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.yardmaster.benchmarks.workload.ScatteredKeys;
import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.benchmarks.workload.records.RunOnEngine;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition.Order;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs YCSB's transactions on the engine, and checks the violations that its invariant detects. */
class YcsbTest {

  private static final int RECORDS = 2_000;

  private static YcsbSettings small(String mix) {
    return YcsbSettings.of(RECORDS, YcsbMix.named(mix), 0.9, 42).withDrawn(512);
  }

  static List<String> protocols() {
    return Protocols.names();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b", "c", "e", "rmw"})
  void everyMixKeepsItsInvariantOnFourThreads(String mix) throws Exception {
    RunOnEngine run = new RunOnEngine(new Ycsb(small(mix)), "silo", 4);
    run.runClients(2_000);
    assertEquals(Optional.empty(), run.brokenInvariant(), mix);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyProtocolKeepsTheInvariant(String protocol) throws Exception {
    RunOnEngine run = new RunOnEngine(new Ycsb(small("rmw")), protocol, 4);
    run.runClients(500);
    assertEquals(Optional.empty(), run.brokenInvariant(), protocol);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void blindWritesOfSmallRecordsAndBigTransactionsKeepTheInvariant(String protocol)
      throws Exception {
    YcsbSettings settings =
        YcsbSettings.of(RECORDS, YcsbMix.named("b").withBlind(50), 0.9, 42)
            .withDrawn(512)
            .withRecordBytes(10)
            .withRequests(new RequestCounts(4, 16, 10));
    RunOnEngine run = new RunOnEngine(new Ycsb(settings), protocol, 4);
    run.runClients(500);
    assertEquals(Optional.empty(), run.brokenInvariant(), protocol);
  }

  @Test
  void oneTransactionInTenIsBigAndHalfOfTheUpdatesAreBlind() throws Exception {
    YcsbSettings settings =
        YcsbSettings.of(RECORDS, YcsbMix.rmw(0).withBlind(50), 0.5, 42)
            .withDrawn(10_000)
            .withRequests(new RequestCounts(4, 16, 10));
    RunOnEngine run = new RunOnEngine(new Ycsb(settings), "silo", 1);
    int big = 0;
    for (int i = 0; i < 10_000; i++) {
      Declared declared = new Declared();
      RecordCall call = run.client(0).next();
      call.declare(declared);
      assertEquals(call.type().equals("big") ? 16 : 4, declared.keys.size());
      big += call.type().equals("big") ? 1 : 0;
      var unused = run.worker(0).run(call);
      run.client(0).ended(call, true);
    }
    assertEquals(1_000, big, 100);
    long updates = ((YcsbClient) run.client(0)).updates();
    assertEquals(10_000 * 5.2 / 2, (double) updates, 1_000);
  }

  @Test
  void anOrderedTableDoesAsWell() throws Exception {
    RunOnEngine run = new RunOnEngine(new Ycsb(small("a").withOrder(Order.ORDERED)), "silo", 1);
    run.runClients(1_000);
    assertEquals(Optional.empty(), run.brokenInvariant());
  }

  @Test
  void aLostUpdateAndALostInsertAreNoticed() throws Exception {
    RunOnEngine run = new RunOnEngine(new Ycsb(small("rmw")), "silo", 1);
    run.runClients(100);
    RecordCall unseen = run.client(0).next();
    var unused = run.worker(0).run(unseen);
    run.client(0).ended(unseen, false);
    assertTrue(run.brokenInvariant().orElseThrow().contains("updates"));

    RunOnEngine scans = new RunOnEngine(new Ycsb(small("e")), "silo", 1);
    scans.runClients(100);
    delete(scans, RECORDS);
    assertTrue(scans.brokenInvariant().orElseThrow().contains("inserts"));
    delete(scans, 0);
    assertTrue(scans.brokenInvariant().orElseThrow().contains("loaded"));
  }

  private static void delete(RunOnEngine run, long key) {
    Table table = run.database().table("usertable");
    var unused = run.worker(0).run(transaction -> transaction.delete(table, key));
  }

  @Test
  void keysOfATransactionDifferAndAreDeclared() throws Exception {
    YcsbSettings settings = small("rmw");
    RunOnEngine run = new RunOnEngine(new Ycsb(settings), "silo", 1);
    for (int i = 0; i < 1_000; i++) {
      Declared declared = new Declared();
      RecordCall call = run.client(0).next();
      call.declare(declared);
      assertEquals(settings.requests().small(), declared.keys.size(), "transaction " + i);
      run.client(0).ended(call, false);
    }
  }

  private static final class Declared implements KeyHints {
    private final Set<Long> keys = new HashSet<>();

    @Override
    public void read(Table table, long key) {
      keys.add(key);
    }

    @Override
    public void write(Table table, long key) {
      keys.add(key);
    }
  }

  @Test
  void callsInFlightAreNotTheSame() throws Exception {
    RunOnEngine run = new RunOnEngine(new Ycsb(small("rmw")), "silo", 1);
    Set<RecordCall> calls = new HashSet<>();
    for (int i = 0; i < RecordClient.MAX_IN_FLIGHT; i++) {
      calls.add(run.client(0).next());
    }
    assertEquals(RecordClient.MAX_IN_FLIGHT, calls.size());
    assertThrows(IllegalStateException.class, () -> run.client(0).next());
    calls.forEach(call -> run.client(0).ended(call, false));
    assertTrue(calls.contains(run.client(0).next()), "calls must be reused");
  }

  @Test
  void whatIsLoadedDoesNotDependOnTheNumberOfParts() throws Exception {
    RunOnEngine one = new RunOnEngine(new Ycsb(small("a")), "silo", 1);
    RunOnEngine three = new RunOnEngine(new Ycsb(small("a")), "silo", 3);
    for (long key = 0; key < RECORDS; key++) {
      assertEquals(image(one, key), image(three, key), "key " + key);
    }
  }

  private static List<Byte> image(RunOnEngine run, long key) {
    Table table = run.database().table("usertable");
    byte[][] image = new byte[1][];
    var unused =
        run.worker(0)
            .run(
                transaction -> {
                  Row row = transaction.read(table, key);
                  image[0] = row.image(table.layout());
                });
    List<Byte> bytes = new ArrayList<>();
    for (byte each : image[0]) {
      bytes.add(each);
    }
    return bytes;
  }

  @Test
  void neighboursInPopularityAreScatteredAndNoKeyIsLeftOut() {
    for (int n : new int[] {1, 2, 3, 10, 1_000, 65_536, 99_991}) {
      ScatteredKeys keys = new ScatteredKeys(n);
      Set<Integer> seen = new HashSet<>();
      for (int rank = 0; rank < n; rank++) {
        int key = keys.of(rank);
        assertTrue(key >= 0 && key < n, "n=" + n + ", rank=" + rank + ", key=" + key);
        assertTrue(seen.add(key), "n=" + n + ", rank=" + rank);
      }
    }
    ScatteredKeys many = new ScatteredKeys(1_000_000);
    assertTrue(Math.abs(many.of(0) - many.of(1)) > 100_000);
  }

  @Test
  void aTransactionAllocatesNothingInTheSteadyState() throws Exception {
    RunOnEngine run = new RunOnEngine(new Ycsb(small("rmw")), "silo", 1);
    ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int transactions = 20_000;
    double least = Double.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long before = memory.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < transactions; i++) {
        assertTrue(RunOnEngine.runOne(run.worker(0), run.client(0)));
      }
      long allocated = memory.getCurrentThreadAllocatedBytes() - before;
      least = Math.min(least, (double) allocated / transactions);
    }
    assertTrue(least < 1, "bytes for each transaction: " + least);
  }

  @Test
  void badSettingsAreNamed() {
    assertThrows(IllegalArgumentException.class, () -> YcsbMix.named("z"));
    assertThrows(IllegalArgumentException.class, () -> small("e").withOrder(Order.HASHED));
    assertThrows(IllegalArgumentException.class, () -> small("a").withRequests(0));
    assertThrows(IllegalArgumentException.class, () -> new RequestCounts(4, 257, 10));
    assertThrows(IllegalArgumentException.class, () -> YcsbMix.C.withBlind(1));
    assertFalse(new Ycsb(small("a")).description().isEmpty());
  }
}
