package dev.yardmaster.engine.service.typed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.durable.LogSettings;
import dev.yardmaster.engine.service.Engine;
import dev.yardmaster.engine.service.EngineService;
import dev.yardmaster.engine.service.typed.Bank.Payment;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.disk.ForwardingDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests which typed rows of a service survive a restart, together with its keys and values. */
@Timeout(120)
class DurableTypedServiceTest {

  private static final Bank.Pay PAY = new Bank.Pay();
  private static final Bank.Audit AUDIT = new Bank.Audit();

  @TempDir private Path folder;

  static List<String> protocols() {
    return Protocols.serializableNames();
  }

  private EngineConfig.Builder config() {
    return EngineConfig.builder()
        .directory(folder)
        .workers(2)
        .tables(Bank.tables())
        .segmentBytes(1 << 16)
        .checkpointBytes(1 << 16);
  }

  private static EngineService open(EngineConfig config) {
    return open(config, new EngineParts());
  }

  private static EngineService open(EngineConfig config, EngineParts parts) {
    EngineService service = Engine.open(config, parts);
    service.register(PAY);
    service.register(AUDIT);
    return service;
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void rowsKeysIndexesAndOutcomesAreThereAfterARestart(String protocol) {
    EngineConfig config = config().protocol(protocol).relaxed(true).build();
    TransactionId id = new TransactionId(System.currentTimeMillis(), 1, 1);
    TransactionOptions refused = TransactionOptions.defaults().withId(id);
    long version = 0;
    for (int start = 0; start < 3; start++) {
      try (EngineService service = open(config)) {
        assertInstanceOf(Outcome.Aborted.class, service.call(PAY, new Payment(9, -1), refused));
        for (long account = 0; account < 5; account++) {
          Outcome<Long> paid =
              service.call(PAY, new Payment(account, 10), TransactionOptions.defaults());
          assertEquals(10L * (start + 1), paid.valueOrThrow());
          Outcome.Committed<?> committed = assertInstanceOf(Outcome.Committed.class, paid);
          assertTrue(committed.commitVersion() > version, "versions rise");
          version = committed.commitVersion();
        }
        long all = 50L * (start + 1);
        assertEquals(
            Map.of("accounts", 5L, "balances", all, "cash", -all), service.call(AUDIT, 0L));
      }
    }
  }

  /** Each start loads a checkpoint of rows and keys, and then the log after it. */
  @ParameterizedTest
  @MethodSource("protocols")
  void checkpointsHaveRowsAndKeys(String protocol) throws Exception {
    EngineConfig config = config().protocol(protocol).relaxed(true).build();
    Map<String, Long> before = Map.of("accounts", 0L, "balances", 0L, "cash", 0L);
    for (int start = 0; start < 2; start++) {
      try (EngineService service = open(config)) {
        assertEquals(before, service.call(AUDIT, 0L), "start " + start);
        List<Thread> threads = new ArrayList<>();
        for (int caller = 0; caller < 2; caller++) {
          Random random = new Random(10 * start + caller);
          Thread thread =
              new Thread(
                  () -> {
                    while (service.checkpoints().written() < 2) {
                      Payment payment = new Payment(random.nextInt(40), random.nextInt(9) - 4);
                      var unused = service.call(PAY, payment, TransactionOptions.defaults());
                    }
                  });
          threads.add(thread);
          thread.start();
        }
        for (Thread thread : threads) {
          thread.join();
        }
        before = service.call(AUDIT, 0L);
        assertEquals(0, before.get("balances") + before.get("cash"));
      }
    }
    try (EngineService service = open(config)) {
      assertEquals(before, service.call(AUDIT, 0L));
    }
  }

  @Test
  void aBackupHasRowsAndKeys() throws IOException {
    Path copy = folder.resolveSibling("copy of " + folder.getFileName());
    try (EngineService service = open(config().build())) {
      assertEquals(10, service.call(PAY, new Payment(1, 10)));
      service.backup(copy);
      assertEquals(30, service.call(PAY, new Payment(1, 20)));
    }
    try (EngineService service = open(config().directory(copy).build())) {
      assertEquals(Map.of("accounts", 1L, "balances", 10L, "cash", -10L), service.call(AUDIT, 0L));
    }
  }

  @Test
  void aTableMayBeAddedAtAStart() {
    try (EngineService service = open(config().tables(List.of()).build())) {
      service.execute(
          transaction -> {
            transaction.putLong(Bank.CASH, 7);
            return null;
          });
    }
    for (int start = 1; start <= 2; start++) {
      try (EngineService service = open(config().build())) {
        assertEquals(start, service.call(PAY, new Payment(1, 1)));
        assertEquals(7L - start, service.call(AUDIT, 0L).get("cash"));
      }
    }
  }

  /**
   * Commit versions are positions in the log, so their difference shows how much log space a run
   * has used.
   */
  @Test
  void rowsOfFailedLogicTakeNoRoomInTheLog() {
    try (EngineService service = open(config().build())) {
      TypedProcedure<Integer, Long> failing =
          new TypedProcedure<>() {
            @Override
            public String name() {
              return "failing";
            }

            @Override
            public Long execute(Integer accounts, Transaction transaction, TypedRows rows) {
              for (int account = 0; account < accounts; account++) {
                var unused = rows.insert(rows.table("accounts"), account);
              }
              throw rows.abort("changed my mind");
            }
          };
      service.register(failing);
      long before = payAndReturnVersion(service);
      Outcome<Long> failed = service.call(failing, 80, TransactionOptions.defaults());
      assertInstanceOf(Outcome.Aborted.class, failed);
      long after = payAndReturnVersion(service);
      assertTrue(after - before < 40, "before=" + before + ", after=" + after);
    }
  }

  private static long payAndReturnVersion(EngineService service) {
    Outcome<Long> paid = service.call(PAY, new Payment(1_000, 1), TransactionOptions.defaults());
    return assertInstanceOf(Outcome.Committed.class, paid).commitVersion();
  }

  /** A table may become a typed table if all values under its keys are deleted. */
  @Test
  void aTypedTableMayHaveTheNameOfDeletedKeys() {
    Key note = Key.of("notes", 1);
    try (EngineService service = open(config().build())) {
      for (byte[] value : new byte[][] {{1}, null}) {
        service.execute(
            transaction -> {
              if (value == null) {
                transaction.delete(note);
              } else {
                transaction.put(note, value);
              }
              return null;
            });
      }
    }
    TableDefinition notes = TableDefinition.ordered("notes", Bank.LOG.layout());
    EngineConfig config = config().tables(List.of(Bank.ACCOUNTS, Bank.LOG, notes)).build();
    for (int start = 1; start <= 2; start++) {
      try (EngineService service = open(config)) {
        assertEquals(start, service.call(PAY, new Payment(1, 1)));
      }
    }
  }

  @Test
  void aDirectoryIsOpenedOnlyWithItsTables() {
    try (EngineService service = open(config().build())) {
      assertEquals(1, service.call(PAY, new Payment(1, 1)));
      service.execute(
          transaction -> {
            transaction.putLong(Key.of("notes", 1), 1);
            return null;
          });
    }
    assertRefused(
        "the data directory has a table that the application does not create (directory="
            + folder
            + ", table=accounts)",
        List.of(Bank.LOG));
    assertRefused(
        "(directory="
            + folder
            + ", table=accounts, property=column 0, inDirectory=number balance, inApplication=number"
            + " money)",
        List.of(Bank.accounts("money"), Bank.LOG));
    TableDefinition notes = TableDefinition.ordered("notes", Bank.LOG.layout());
    assertRefused(
        "the data directory has keys and values in a table that is to have typed rows (directory="
            + folder
            + ", table=notes)",
        List.of(Bank.ACCOUNTS, Bank.LOG, notes));
    try (EngineService service = open(config().build())) {
      assertEquals(2, service.call(PAY, new Payment(1, 1)), "nothing has changed");
    }
  }

  private void assertRefused(String problem, List<TableDefinition> tables) {
    EngineConfig config = config().tables(tables).build();
    YardmasterException error = assertThrows(YardmasterException.class, () -> Engine.open(config));
    assertEquals(ErrorCode.BAD_CONFIG, error.code());
    assertTrue(error.getMessage().contains(problem), error::getMessage);
  }

  /**
   * A service is a database with additional tables for keys and values, so it can open the
   * directory of a database.
   */
  @Test
  void aServiceOpensTheDirectoryOfADatabaseButNotTheReverse() {
    try (Database database = openDatabase()) {
      Table accounts = database.table("accounts");
      database
          .worker(0, new ThreadPace(System::nanoTime))
          .run(
              transaction ->
                  transaction
                      .insert(accounts, 3)
                      .setBytes(accounts.layout().bytes("owner"), "owner 0".getBytes(UTF_8)));
    }
    try (EngineService service = open(config().build())) {
      assertEquals(1, service.call(AUDIT, 0L).get("accounts"));
      assertEquals(5, service.call(PAY, new Payment(3, 5)));
    }
    YardmasterException refused = assertThrows(YardmasterException.class, this::openDatabase);
    assertTrue(refused.getMessage().contains("belongs to a service"), refused::getMessage);
  }

  private Database openDatabase() {
    return Database.open(
        folder,
        workers -> Protocols.named("silo", workers),
        1,
        LogSettings.sync(),
        opened -> Bank.tables().forEach(opened::create));
  }

  /**
   * Returns parts with a disk whose writes fail after {@code goodWrites} good ones; the first
   * failing write may be torn.
   */
  private static EngineParts failing(int goodWrites, boolean tears) {
    AtomicInteger left = new AtomicInteger(goodWrites);
    return new EngineParts() {
      @Override
      public Disk disk(Path directory) throws IOException {
        return new ForwardingDisk(FileDisk.open(directory)) {
          @Override
          protected void write(String name, DiskFile file, ByteBuffer bytes, long position)
              throws IOException {
            if (left.getAndDecrement() > 0) {
              super.write(name, file, bytes, position);
              return;
            }
            if (tears && left.get() == -1) {
              bytes.limit(bytes.position() + bytes.remaining() / 2);
              super.write(name, file, bytes, position);
            }
            throw new IOException("the disk is broken");
          }
        };
      }
    };
  }

  /**
   * Repeats a run: the disk fails at the first write, in the next run at the second write, and so
   * on. The next start must find each acknowledged payment, and must find each payment completely:
   * in a row, in the row's index and under a key.
   */
  @Test
  void everyPaymentIsWholeAfterAFailureOfTheDisk() {
    for (int goodWrites = 0; goodWrites < 40; goodWrites++) {
      for (boolean tears : new boolean[] {false, true}) {
        String run = "goodWrites=" + goodWrites + ", tears=" + tears;
        EngineConfig config = config().directory(folder.resolve(run)).build();
        long paid = 0;
        try (EngineService service = open(config, failing(goodWrites, tears))) {
          Outcome<Long> outcome;
          do {
            Payment payment = new Payment(paid % 7, 1);
            outcome = service.call(PAY, payment, TransactionOptions.defaults());
            paid += outcome instanceof Outcome.Committed ? 1 : 0;
          } while (outcome instanceof Outcome.Committed);
        } catch (YardmasterException notOpened) {
          assertEquals(ErrorCode.IO_FAILED, notOpened.code(), run);
        }
        try (EngineService service = open(config)) {
          Map<String, Long> sums = service.call(AUDIT, 0L);
          assertEquals(0, sums.get("balances") + sums.get("cash"), run + ": " + sums);
          long found = sums.get("balances");
          assertTrue(found == paid || found == paid + 1, run + ": paid " + paid + ", " + sums);
          assertEquals(Math.min(7, found), sums.get("accounts"), run);
        }
      }
    }
  }
}
