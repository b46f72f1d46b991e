package dev.yardmaster.engine.protocol.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.interleave.Interleaver;
import dev.yardmaster.engine.interleave.SimulatedCosts;
import dev.yardmaster.engine.interleave.SimulatedWorker;
import dev.yardmaster.engine.protocol.BugSearch;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.ForwardingControl;
import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.ThreadedRun;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests mixed concurrency control, and switches of partitions between its protocols. */
class MixedTest {

  private static final String DEFAULT = "partcc no-wait silo";

  /** The protocols of each mix, in the order of their lock phases. */
  private static final List<String> MIXES =
      List.of(DEFAULT, "partcc plor silo", "partcc wound-wait silo");

  private static final int SEEDS = 20;
  private static final int TRANSACTIONS_EACH = 60;

  /**
   * The virtual time at which a run fails, more than twice the time of the longest run without a
   * bug.
   */
  private static final long END_NS = 500_000L * TRANSACTIONS_EACH;

  static List<String> mixes() {
    return MIXES;
  }

  /** Returns each mix with each ordered pair of its protocols. */
  static Stream<Arguments> pairs() {
    return MIXES.stream()
        .flatMap(
            mix ->
                Arrays.stream(mix.split(" "))
                    .flatMap(
                        from ->
                            Arrays.stream(mix.split(" "))
                                .filter(to -> !to.equals(from))
                                .map(to -> Arguments.of(mix, from, to))));
  }

  private static RandomMix random(String mix, SwitchBug bug, long seed) {
    return new RandomMix(mix, mix, bug, seed);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void switchesOfEachPairAreSerializable(String names, String from, String to) throws IOException {
    for (long seed = 1; seed <= 2L * InterleavedRun.EFFORT; seed++) {
      String run = names + ": " + from + " and " + to + ", seed=" + seed;
      RandomMix mix = new RandomMix(names, from + " " + to, SwitchBug.NONE, seed);
      InterleavedRun.of(mix, seed, TRANSACTIONS_EACH, END_NS).requireGood(run);
      assertTrue(mix.switches() > 10, run + ", switches=" + mix.switches());
    }
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void switchesOfAllPartsAreSerializable(String names) throws IOException {
    for (long seed = 1; seed <= 4L * InterleavedRun.EFFORT; seed++) {
      InterleavedRun.of(random(names, SwitchBug.NONE, seed), seed, TRANSACTIONS_EACH, END_NS)
          .requireGood(names + ", seed=" + seed);
    }
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void switchesThatStopAllWorkersAreSerializable(String names) throws Exception {
    for (long seed = 1; seed <= 2L * InterleavedRun.EFFORT; seed++) {
      String run = names + ", seed=" + seed;
      RandomMix mix = RandomMix.stoppingAll(names, seed);
      InterleavedRun.of(mix, seed, TRANSACTIONS_EACH, END_NS).requireGood(run);
      assertTrue(mix.switches() > 10, run + ", switches=" + mix.switches());
    }
    RandomMix mix = RandomMix.stoppingAll(names, 1);
    ThreadedRun.of(mix).requireGood(names);
    assertTrue(mix.isSettled(), names);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("mixes")
  void switchesOfAllPartsAreSerializableInAThousandRuns(String names) throws IOException {
    for (long seed = 1_000; seed < 2_000; seed++) {
      InterleavedRun.of(random(names, SwitchBug.NONE, seed), seed, TRANSACTIONS_EACH, END_NS)
          .requireGood(names + ", seed=" + seed);
    }
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void scansAndCommittedReadsAreIsolatedDuringSwitches(String names) throws IOException {
    for (long seed = 1; seed <= 2L * InterleavedRun.EFFORT; seed++) {
      String run = names + ", seed=" + seed;
      InterleavedRun.ofScans(random(names, SwitchBug.NONE, seed), seed, 20).requireGood(run);
      InterleavedRun.ofCommittedReads(random(names, SwitchBug.NONE, seed), seed, 20)
          .requireGood(run);
    }
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void switchesOnThreadsAreSerializable(String names) throws Exception {
    RandomMix mix = random(names, SwitchBug.NONE, 1);
    ThreadedRun.of(mix).requireGood(names);
    assertTrue(mix.isSettled(), names);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void aPlantedBugIsFound(SwitchBug bug) throws IOException {
    BugSearch.requireFound(
        bug,
        SEEDS,
        BugSearch.failing(
            seed ->
                InterleavedRun.of(random(DEFAULT, bug, seed), seed, TRANSACTIONS_EACH, END_NS)
                    .requireGood("seed=" + seed)));
  }

  @ParameterizedTest
  @CsvSource({
    "silo tictoc, TicToc's commit timestamps",
    "silo mocc, its read locks",
    "multi-version silo, timestamps",
    "mvrcc, timestamps",
    "rocc silo, lists of writers",
    "silo no-wait, must be the last",
    "silo partcc, must be the last",
    "silo plor, for ever",
    "no-wait plor, for ever",
    "no-wait wait-die, for ever",
    "wait-die plor, for ever",
    "wound-wait wait-die, for ever"
  })
  void aMixThatCouldFailIsRefused(String names, String why) {
    List<String> parts = List.of(names.split(" "));
    Partitioning one = Partitioning.hashed(1);
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Mixed("mix", one, Protocols.parts(parts, one, 2), i -> 0, 2));
    assertTrue(refused.getMessage().contains(why.replace("TicToc's ", "")), refused.getMessage());
    assertTrue(parts.stream().anyMatch(refused.getMessage()::contains), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"partcc wound-wait silo", "partcc no-wait silo", "partcc plor silo", "plor silo"})
  void aMixWithoutCircularWaitsIsAccepted(String names) {
    Partitioning one = Partitioning.hashed(1);
    List<String> parts = List.of(names.split(" "));
    Mixed mix = new Mixed("mix", one, Protocols.parts(parts, one, 2), i -> 0, 2);
    assertEquals(parts, mix.parts().stream().map(part -> part.name()).toList());
  }

  /**
   * Silo's locks are in the headers. On an abort, Silo must restore the headers while the other
   * protocols still protect the records.
   */
  @Test
  void partsAbortInTheReverseOrderOfTheirLockPhases() {
    List<String> parts = List.of(DEFAULT.split(" "));
    List<String> aborted = new ArrayList<>();
    Partitioning byKey = new ByKey(3);
    Mixed mix =
        new Mixed("mix", byKey, Protocols.parts(parts, byKey, 1), partition -> partition % 3, 1) {
          @Override
          ConcurrencyControl control(int part, WorkerContext ofPart, MixedControl mixed) {
            return new ForwardingControl(super.control(part, ofPart, mixed), ofPart) {
              @Override
              public void abort() {
                aborted.add(parts.get(part));
                super.abort();
              }
            };
          }
        };
    Database database = new Database(mix, 1);
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn number = columns.number("number");
    Table table = database.create(TableDefinition.hashed("numbers", columns.build(), 3));
    Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
    worker.begin();
    AttemptResult result =
        worker.attempt(
            transaction -> {
              for (int key = 0; key < 3; key++) {
                transaction.insert(table, key).setLong(number, key);
              }
              throw transaction.abort("no more");
            });
    assertEquals(AttemptResult.FAILED, result);
    assertEquals(List.of("silo", "no-wait", "partcc"), aborted);
  }

  @Test
  void anAttemptCountsForTheProtocolsOfItsRecords() {
    Partitioning byKey = new ByKey(3);
    List<Protocol> parts = Protocols.parts(List.of(DEFAULT.split(" ")), byKey, 2);
    Mixed mix = new Mixed("mix", byKey, parts, partition -> partition % 3, 2);
    Database database = new Database(mix, 2);
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn number = columns.number("number");
    Table table = database.create(TableDefinition.hashed("numbers", columns.build(), 3));
    List<Worker> workers =
        List.of(
            database.worker(0, new ThreadPace(System::nanoTime)),
            database.worker(1, new ThreadPace(System::nanoTime)));
    // The expected numbers of attempts under each protocol: committed, aborted.
    int[][] expected = {
      {1, 0, 1, 0, 1, 0}, {2, 0, 1, 0, 1, 0}, {2, 0, 2, 0, 2, 0}, {2, 1, 2, 0, 2, 1}
    };
    int[][] keys = {{0, 1, 2}, {0}, {1, 2}, {0, 2}};
    for (int i = 0; i < keys.length; i++) {
      int attempt = i;
      Worker worker = workers.get(i % 2);
      worker.begin();
      AttemptResult unused =
          worker.attempt(
              transaction -> {
                for (int key : keys[attempt]) {
                  if (attempt == 0) {
                    transaction.insert(table, key).setLong(number, key);
                  } else {
                    transaction.update(table, key).setLong(number, attempt);
                  }
                }
                if (attempt == 3) {
                  throw transaction.abort("no more");
                }
              });
      List<Long> counted = new ArrayList<>();
      for (int part = 0; part < 3; part++) {
        counted.add(mix.committed(part));
        counted.add(mix.aborted(part));
      }
      assertEquals(
          Arrays.stream(expected[i]).mapToObj(Long::valueOf).toList(), counted, "attempt " + i);
    }
  }

  /** A partitioning in which each key is a partition. */
  private record ByKey(int count) implements Partitioning {
    @Override
    public int of(Table of, long key, byte[] rest) {
      return (int) key;
    }
  }

  /** Creates a mix, with the parameters of {@link Mixed}'s public constructor. */
  private interface NewMix {
    Mixed of(
        String name,
        Partitioning partitioning,
        List<Protocol> parts,
        IntUnaryOperator first,
        int workers);
  }

  /** Ten accounts, each of them a partition, and workers that the test's thread uses. */
  private static final class Accounts {

    final List<String> parts;
    final Mixed mix;
    final Database database;
    final Table table;
    final LongColumn balance;
    final Worker first;
    final Worker second;

    Accounts(String names, String before) {
      this(names, before, Mixed::new);
    }

    Accounts(String names, String before, NewMix newMix) {
      parts = List.of(names.split(" "));
      Partitioning byKey = new ByKey(10);
      mix =
          newMix.of(
              "mix",
              byKey,
              Protocols.parts(parts, byKey, 5),
              partition -> parts.indexOf(before),
              5);
      database = new Database(mix, 5);
      RowLayout.Builder columns = RowLayout.columns();
      balance = columns.number("balance");
      table = database.create(TableDefinition.hashed("accounts", columns.build(), 10));
      first = database.worker(0, new ThreadPace(System::nanoTime));
      second = database.worker(1, new ThreadPace(System::nanoTime));
      var unusedWorker = database.worker(2, new ThreadPace(System::nanoTime));
      first.run(
          transaction -> {
            for (int key = 0; key < 10; key++) {
              transaction.insert(table, key).setLong(balance, 100);
            }
          });
    }

    AttemptResult attempt(Worker worker, Consumer<RecordTransaction> logic) {
      worker.begin();
      return worker.attempt(logic::accept);
    }

    void add(RecordTransaction transaction, long key, long amount) {
      transaction.update(table, key).addLong(balance, amount);
    }

    long read(RecordTransaction transaction, long key) {
      return transaction.read(table, key).getLong(balance);
    }

    void request(int partition, String part) {
      mix.request(partition, parts.indexOf(part));
    }

    String part(int partition) {
      return parts.get(mix.part(partition));
    }

    void settle(Worker worker) {
      for (int i = 0; i < 10; i++) {
        worker.tidy();
      }
    }
  }

  /** Two of three workers are idle: they have never run a transaction. */
  @Test
  void idleWorkersDoNotDelayASwitch() {
    Accounts accounts = new Accounts(DEFAULT, "silo");
    accounts.request(3, "partcc");
    assertFalse(accounts.mix.isSettled());
    accounts.settle(accounts.first);
    assertTrue(accounts.mix.isSettled());
    assertEquals("partcc", accounts.part(3));
    assertEquals("silo", accounts.part(2));
    assertEquals(1, accounts.mix.switches());
  }

  /**
   * A transaction that began before a switch keeps its old protocol. In the meantime, other workers
   * run transactions on the same partition, under both protocols.
   */
  @ParameterizedTest
  @MethodSource("pairs")
  void aLongTransactionDoesNotStopOthers(String names, String from, String to) {
    Accounts accounts = new Accounts(names, from);
    AttemptResult result =
        accounts.attempt(
            accounts.first,
            outer -> {
              accounts.add(outer, 3, 1);
              for (int key = 0; key < 10; key++) {
                accounts.request(key, to);
              }
              accounts.settle(accounts.second);
              assertFalse(accounts.mix.isSettled());
              for (int i = 0; i < 100; i++) {
                assertEquals(
                    AttemptResult.COMMITTED,
                    accounts.attempt(accounts.second, inner -> accounts.add(inner, 5, 1)));
              }
            });
    assertEquals(AttemptResult.COMMITTED, result);
    accounts.settle(accounts.second);
    assertTrue(accounts.mix.isSettled());
    assertEquals(to, accounts.part(3));
    assertEquals(
        AttemptResult.COMMITTED,
        accounts.attempt(
            accounts.second,
            transaction -> {
              assertEquals(101, accounts.read(transaction, 3));
              assertEquals(200, accounts.read(transaction, 5));
            }));
  }

  /**
   * If switches between several pairs of protocols are requested at once, they are executed one
   * pair after the other.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void allRequestsAreFulfilled(boolean stopsAll) {
    NewMix newMix = stopsAll ? Mixed::stopAll : Mixed::new;
    Accounts accounts = new Accounts(DEFAULT, "silo", newMix);
    accounts.request(1, "no-wait");
    accounts.request(2, "partcc");
    accounts.request(3, "no-wait");
    while (!accounts.mix.isSettled()) {
      accounts.first.tidy();
    }
    assertEquals("no-wait", accounts.part(1));
    assertEquals("partcc", accounts.part(2));
    assertEquals("no-wait", accounts.part(3));
    assertEquals(3, accounts.mix.switches());
  }

  /** An aborted attempt must not delay a switch, even if its worker begins no other attempt. */
  @Test
  void anAbortedAttemptDoesNotDelayASwitchThatStopsAll() {
    Accounts accounts = new Accounts(DEFAULT, "silo", Mixed::stopAll);
    assertEquals(
        AttemptResult.FAILED,
        accounts.attempt(
            accounts.second,
            transaction -> {
              accounts.add(transaction, 3, 1);
              throw transaction.abort("no more");
            }));
    accounts.request(3, "no-wait");
    accounts.settle(accounts.first);
    assertTrue(accounts.mix.isSettled());
    assertEquals("no-wait", accounts.part(3));
  }

  /** While a switch has stopped the workers, a worker that tidies must not reclaim records. */
  @Test
  void stoppedWorkersReclaimNothing() {
    Accounts accounts = new Accounts(DEFAULT, "silo", Mixed::stopAll);
    assertEquals(
        AttemptResult.COMMITTED,
        accounts.attempt(
            accounts.second, transaction -> assertTrue(transaction.delete(accounts.table, 7))));
    AttemptResult result =
        accounts.attempt(
            accounts.first,
            outer -> {
              accounts.add(outer, 3, 1);
              accounts.request(5, "no-wait");
              accounts.mix.advance(accounts.first.context().epochs());
              accounts.second.tidy();
              assertEquals(0, accounts.second.context().waiting());
            });
    assertEquals(AttemptResult.COMMITTED, result);
    accounts.settle(accounts.first);
    assertEquals("no-wait", accounts.part(5));
    accounts.settle(accounts.second);
    assertTrue(accounts.second.isTidy());
  }

  /**
   * Without mediation, a transaction that began before a switch makes the transactions of other
   * workers wait until it has ended.
   */
  @Test
  void aLongTransactionStopsOthersThatCannotMediate() {
    Interleaver interleaver = new Interleaver(1, SimulatedCosts.inMemory(), 1_000_000);
    Accounts accounts = new Accounts(DEFAULT, "silo", Mixed::stopAll);
    SimulatedWorker first = interleaver.add();
    SimulatedWorker second = interleaver.add();
    Worker longWorker = accounts.database.worker(3, first);
    Worker shortWorker = accounts.database.worker(4, second);
    long[] endedNs = new long[2];
    first.runs(
        () -> {
          int unused =
              longWorker.run(
                  outer -> {
                    accounts.add(outer, 3, 1);
                    accounts.request(5, "no-wait");
                    first.pass(100_000);
                  });
          endedNs[0] = first.nowNs();
        });
    second.runs(
        () -> {
          second.pass(10_000);
          shortWorker.tidy();
          int unused = shortWorker.run(inner -> accounts.add(inner, 5, 1));
          endedNs[1] = second.nowNs();
        });
    interleaver.run();
    assertTrue(endedNs[0] <= endedNs[1], Arrays.toString(endedNs));
    assertEquals("no-wait", accounts.part(5));
  }

  /** If two transactions change a record under different protocols, only one of them commits. */
  @ParameterizedTest
  @CsvSource({"silo, no-wait", "no-wait, silo", "partcc, silo", "silo, partcc", "no-wait, partcc"})
  void theOldAndTheMediatedProtocolConflict(String from, String to) {
    Accounts accounts = new Accounts(DEFAULT, from);
    AttemptResult[] inner = new AttemptResult[1];
    AttemptResult outer =
        accounts.attempt(
            accounts.first,
            old -> {
              long before = accounts.read(old, 3);
              accounts.request(3, to);
              accounts.settle(accounts.second);
              inner[0] =
                  accounts.attempt(accounts.second, mediated -> accounts.add(mediated, 3, 10));
              old.update(accounts.table, 3).setLong(accounts.balance, before + 1);
            });
    boolean oldCommits = outer == AttemptResult.COMMITTED;
    assertEquals(oldCommits ? AttemptResult.CONFLICT : AttemptResult.COMMITTED, inner[0]);
    accounts.settle(accounts.first);
    assertEquals(
        AttemptResult.COMMITTED,
        accounts.attempt(
            accounts.first,
            transaction -> assertEquals(oldCommits ? 101 : 110, accounts.read(transaction, 3))));
  }

  /** If logic declares its keys, the transaction locks their partitions before the logic runs. */
  @Test
  void declaredPartitionsAreLockedBeforeTheLogicRuns() {
    Accounts accounts = new Accounts(DEFAULT, "partcc");
    accounts.request(4, "silo");
    accounts.settle(accounts.first);
    RecordLogic declared =
        new RecordLogic() {
          @Override
          public void declare(KeyHints into) {
            into.write(accounts.table, 3);
            into.read(accounts.table, 4);
          }

          @Override
          public void run(RecordTransaction outer) {
            assertEquals(
                AttemptResult.CONFLICT,
                accounts.attempt(accounts.second, inner -> accounts.read(inner, 3)));
            assertEquals(
                AttemptResult.COMMITTED,
                accounts.attempt(accounts.second, inner -> accounts.read(inner, 4)));
          }
        };
    accounts.first.begin();
    assertEquals(AttemptResult.COMMITTED, accounts.first.attempt(declared));
    assertEquals(
        AttemptResult.COMMITTED,
        accounts.attempt(accounts.second, transaction -> accounts.read(transaction, 3)));
  }
}
