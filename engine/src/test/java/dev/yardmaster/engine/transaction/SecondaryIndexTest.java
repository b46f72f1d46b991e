package dev.yardmaster.engine.transaction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.durable.LogParts;
import dev.yardmaster.engine.durable.LogSettings;
import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.interleave.Interleaver;
import dev.yardmaster.engine.interleave.SimulatedCosts;
import dev.yardmaster.engine.interleave.SimulatedWorker;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.redo.Forcing;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.SecondaryIndex;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.proof.checker.CheckOptions;
import dev.yardmaster.proof.checker.Guarantee;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import dev.yardmaster.storage.log.CommitLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests secondary indexes on a table of pets, by the pets' owners and names. */
class SecondaryIndexTest {

  private static final int ALL = Integer.MAX_VALUE;

  /** Pets in two tables: a hashed table of numbers, and an ordered table of byte strings. */
  private static final class Pets {
    final LongColumn owner;
    final BytesColumn name;
    final RowLayout layout;
    Table table;
    Table named;
    SecondaryIndex byOwner;

    Pets() {
      RowLayout.Builder columns = RowLayout.columns();
      name = columns.bytes("name", 20);
      owner = columns.number("owner");
      layout = columns.build();
    }

    Pets create(Database in) {
      table =
          in.create(
              TableDefinition.hashed("pets", layout, 10).indexedBy("by owner", "owner", "name"));
      named =
          in.create(TableDefinition.orderedBytes("named", layout).indexedBy("by owner", "owner"));
      byOwner = table.index("by owner");
      return this;
    }

    void fill(Row row, long itsOwner, String itsName) {
      row.setLong(owner, itsOwner);
      row.setBytes(name, itsName.getBytes(UTF_8));
    }

    void insert(RecordTransaction in, long pet, long itsOwner, String itsName) {
      fill(in.insert(table, pet), itsOwner, itsName);
    }

    List<String> of(RecordTransaction in, Object... values) {
      List<String> found = new ArrayList<>();
      int visited =
          in.find(
              byOwner,
              ALL,
              (key, rest, row) -> {
                assertNull(rest);
                return found.add(key + " " + new String(row.getBytes(name), UTF_8));
              },
              values);
      assertEquals(found.size(), visited);
      return found;
    }
  }

  private final Database database = new Database(Protocols.named("silo", 1), 1);
  private final Pets pets = new Pets().create(database);
  private final Worker worker = database.worker(0, new ThreadPace(System::nanoTime));

  private void run(RecordLogic logic) {
    assertEquals(0, worker.run(logic));
    assertNull(worker.failure());
  }

  @Test
  void anIndexFollowsInsertionsUpdatesAndDeletions() {
    run(
        transaction -> {
          pets.insert(transaction, 1, 7, "Rex");
          pets.insert(transaction, 2, 7, "Ada");
          pets.insert(transaction, 3, -8, "Rex");
          assertEquals(List.of("2 Ada", "1 Rex"), pets.of(transaction, 7L), "own insertions");
        });
    run(
        transaction -> {
          assertEquals(List.of("3 Rex", "2 Ada", "1 Rex"), pets.of(transaction));
          assertEquals(List.of("1 Rex"), pets.of(transaction, 7L, "Rex".getBytes(UTF_8)));
          transaction.update(pets.table, 1).setLong(pets.owner, -8);
          assertEquals(List.of("1 Rex", "3 Rex"), pets.of(transaction, -8L), "own update");
          transaction.update(pets.table, 1).setLong(pets.owner, 9);
          assertEquals(List.of("3 Rex"), pets.of(transaction, -8L), "the second update");
        });
    run(
        transaction -> {
          assertEquals(List.of("2 Ada"), pets.of(transaction, 7L));
          assertTrue(transaction.delete(pets.table, 2));
          assertEquals(List.of(), pets.of(transaction, 7L), "own deletion");
          pets.insert(transaction, 2, 7, "Bo");
          pets.fill(transaction.put(pets.table, 3), 7, "Zoe");
          pets.fill(transaction.put(pets.table, 4), 7, "Ada");
        });
    run(
        transaction ->
            assertEquals(List.of("4 Ada", "2 Bo", "3 Zoe", "1 Rex"), pets.of(transaction)));
    for (int round = 0; round < 4; round++) {
      worker.tidy();
    }
    assertEquals(4, pets.byOwner.entries().index().size());
  }

  @Test
  void anAbortedTransactionLeavesTheIndex() {
    run(transaction -> pets.insert(transaction, 1, 7, "Rex"));
    worker.run(
        transaction -> {
          transaction.update(pets.table, 1).setLong(pets.owner, 8);
          pets.insert(transaction, 2, 7, "Ada");
          throw transaction.abort("no");
        });
    run(transaction -> assertEquals(List.of("1 Rex"), pets.of(transaction)));
  }

  @Test
  void rowsAreVisitedInBothDirectionsUpToALimit() {
    run(
        transaction -> {
          for (int pet = 0; pet < 100; pet++) {
            pets.insert(transaction, pet, pet % 10, "pet " + pet);
          }
        });
    run(
        transaction -> {
          List<Long> owners = new ArrayList<>();
          byte[] from = pets.byOwner.key(3L);
          byte[] to = pets.byOwner.key(6L);
          RowVisitor visitor = (key, rest, row) -> owners.add(row.getLong(pets.owner));
          assertEquals(30, transaction.scan(pets.byOwner, from, to, ALL, false, visitor));
          assertEquals(15, transaction.scan(pets.byOwner, from, to, 15, true, visitor));
          assertEquals(3L, owners.get(0));
          assertEquals(5L, owners.get(29));
          assertEquals(5L, owners.get(30));
          assertEquals(4L, owners.get(44));
        });
  }

  @Test
  void aTableOfByteStringsHasIndexesToo() {
    byte[] key = {0, (byte) 0xFF, 1};
    run(
        transaction ->
            pets.fill(transaction.insert(pets.named, ByteKeys.prefixOf(key), key), 5, "Rex"));
    run(
        transaction ->
            assertEquals(
                1,
                transaction.find(
                    pets.named.index("by owner"),
                    ALL,
                    (number, rest, row) -> {
                      assertTrue(Arrays.equals(key, rest));
                      return row.getLong(pets.owner) == 5;
                    },
                    5L)));
  }

  @Test
  void keysHaveTheOrderOfTheColumns() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      long owner = random.nextInt(-2, 3);
      long other = random.nextInt(-2, 3);
      byte[] name = bytes(random);
      byte[] otherName = bytes(random);
      int expected = Long.compare(owner, other);
      expected = expected == 0 ? Arrays.compareUnsigned(name, otherName) : expected;
      int keys =
          Arrays.compareUnsigned(pets.byOwner.key(owner, name), pets.byOwner.key(other, otherName));
      assertEquals(Integer.signum(expected), Integer.signum(keys));
    }
  }

  private static byte[] bytes(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(4)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) new int[] {0, 1, 255}[random.nextInt(3)];
    }
    return bytes;
  }

  @Test
  void loadedRowsHaveEntries() {
    Row row = Row.of(pets.layout);
    for (int pet = 0; pet < 10; pet++) {
      pets.fill(row, pet % 2, "pet " + pet);
      worker.loader().load(pets.table, pet, row);
    }
    run(transaction -> assertEquals(5, pets.of(transaction, 1L).size()));
  }

  /** If the row were loaded, it would be in the log, and no later start could rebuild its entry. */
  @Test
  void aRowWhoseEntryHasTooLongAKeyIsNotLoaded() {
    Row row = Row.of(pets.layout);
    byte[] key = new byte[SecondaryIndex.MAX_KEY_BYTES];
    requireError(
        "index=by owner, bytes=1032",
        () -> worker.loader().load(pets.named, ByteKeys.prefixOf(key), key, row));
    assertEquals(0, pets.named.index().size());
  }

  @Test
  void errorsNameTheIndex() {
    requireError("index=by age", () -> pets.table.index("by age"));
    requireError(
        "column=age",
        () -> database.create(TableDefinition.ordered("other", pets.layout).indexedBy("i", "age")));
    requireError(
        "at least one column", () -> TableDefinition.ordered("o", pets.layout).indexedBy("i"));
    requireError(
        "same name",
        () ->
            TableDefinition.ordered("o", pets.layout)
                .indexedBy("i", "owner")
                .indexedBy("i", "name"));
    requireError(
        "has columns: table=v",
        () -> TableDefinition.ordered("v", RowLayout.value()).indexedBy("i", "owner"));
    requireError("values=3", () -> pets.byOwner.key(1L, new byte[0], 1L));
    requireError("column=0", () -> pets.byOwner.key("Rex"));
    assertNull(database.table("other"), "nothing was created");
  }

  private static void requireError(String part, Runnable code) {
    IllegalArgumentException error = assertThrows(IllegalArgumentException.class, code::run);
    assertTrue(error.getMessage().contains(part), error.getMessage());
  }

  @Test
  void aStartMakesTheEntriesAgain(@TempDir Path directory) {
    for (int start = 0; start < 2; start++) {
      Pets own = new Pets();
      try (Database durable =
          Database.open(
              directory,
              workers -> Protocols.named("ssn", workers),
              1,
              LogSettings.sync(),
              own::create)) {
        Worker writer = durable.worker(0, new ThreadPace(System::nanoTime));
        int first = start * 500;
        writer.run(
            transaction -> {
              for (int pet = first; pet < first + 500; pet++) {
                own.insert(transaction, pet, pet % 5, "pet");
              }
            });
        int expected = (start + 1) * 100;
        writer.run(transaction -> assertEquals(expected, own.of(transaction, 3L).size()));
      }
    }
  }

  /**
   * The rebuild must be finished before the checkpoints start, because both use the same worker.
   */
  @Test
  void theEntriesAreMadeBeforeTheLogHasThreads(@TempDir Path directory) {
    int pets = 500;
    AtomicLong entries = new AtomicLong();
    for (int start = 0; start < 2; start++) {
      Pets own = new Pets();
      LogParts parts =
          new LogParts() {
            @Override
            public RedoLog redoLog(
                CommitLog log,
                long startVersion,
                int maxWriters,
                Forcing forcing,
                Consumer<Throwable> failed) {
              return new RedoLog(log, startVersion, maxWriters, forcing, failed) {
                @Override
                protected long acknowledgedThrough() {
                  entries.compareAndSet(-1, own.byOwner.entries().index().size());
                  return super.acknowledgedThrough();
                }
              };
            }
          };
      entries.set(-1);
      try (Database durable =
          Database.open(
              directory,
              workers -> Protocols.named("ssn", workers),
              1,
              LogSettings.sync(),
              parts,
              own::create)) {
        if (start == 0) {
          durable
              .worker(0, new ThreadPace(System::nanoTime))
              .run(
                  transaction -> {
                    for (int pet = 0; pet < pets; pet++) {
                      own.insert(transaction, pet, pet % 5, "pet");
                    }
                  });
        }
      }
      assertEquals((long) start * pets, entries.get());
    }
  }

  static Stream<String> protocols() {
    return Protocols.serializableNames().stream();
  }

  /**
   * Transactions give pets to other owners while other transactions count the pets of all owners.
   */
  @ParameterizedTest
  @MethodSource("protocols")
  void noReaderMissesARowThatMoves(String protocol) throws Exception {
    for (int seed = 1; seed <= 4; seed++) {
      run(protocol, seed);
    }
  }

  private static void run(String protocol, int seed) throws Exception {
    int workers = 4;
    int count = 12;
    int owners = 4;
    Database many = new Database(Protocols.named(protocol, workers), workers);
    Pets own = new Pets().create(many);
    HistoryLog history = HistoryLog.inMemory();
    Interleaver interleaver = new Interleaver(seed, SimulatedCosts.inMemory(), 50_000_000L);
    List<Worker> all = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      SimulatedWorker simulated = interleaver.add();
      Worker each = many.worker(i, simulated, null, history.recorder());
      all.add(each);
      SplittableRandom random = new SplittableRandom(100L * seed + i);
      simulated.runs(
          () -> {
            for (int run = 0; run < 40; run++) {
              long pet = random.nextInt(count);
              long owner = random.nextInt(owners);
              each.run(
                  random.nextInt(3) == 0
                      ? reader(own, owners, count)
                      : transaction -> move(own, transaction, pet, owner));
            }
          });
    }
    all.get(0)
        .run(
            transaction -> {
              for (int pet = 0; pet < count; pet++) {
                own.insert(transaction, pet, pet % owners, "pet");
              }
            });
    interleaver.run();
    history.close();
    String where = protocol + ", seed=" + seed;
    CheckOptions options =
        CheckOptions.defaults().with(Guarantee.valueOf(Protocols.isolation(protocol).name()));
    assertTrue(SerializabilityChecker.check(history.bytes(), options).isSerializable(), where);
    for (int round = 0; round < 4; round++) {
      all.forEach(Worker::tidy); // Removes the index entries of permanently absent records.
    }
    assertEquals(count, own.byOwner.entries().index().size(), where);
  }

  private static void move(Pets pets, RecordTransaction transaction, long pet, long owner) {
    if (pet % 4 == 0 && transaction.delete(pets.table, pet)) {
      pets.insert(transaction, pet, owner, "again");
    } else {
      transaction.update(pets.table, pet).setLong(pets.owner, owner);
    }
  }

  private static RecordLogic reader(Pets pets, int owners, int count) {
    return new RecordLogic() {
      @Override
      public boolean isReadOnly() {
        return true;
      }

      @Override
      public Isolation isolation() {
        return Isolation.SERIALIZABLE;
      }

      @Override
      public void run(RecordTransaction transaction) {
        int found = 0;
        for (long owner = 0; owner < owners; owner++) {
          found += pets.of(transaction, owner).size();
        }
        if (found != count) {
          throw new IllegalStateException("pets=" + found);
        }
      }
    };
  }
}
