package dev.yardmaster.engine.service.typed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.service.Engine;
import dev.yardmaster.engine.service.EngineService;
import dev.yardmaster.engine.service.typed.Bank.Payment;
import dev.yardmaster.engine.table.PartitionRule;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.proof.checker.CheckOptions;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.Guarantee;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests typed rows together with keys and values, in an engine in memory. */
@Timeout(120)
class TypedServiceTest {

  private static final Bank.Pay PAY = new Bank.Pay();
  private static final Bank.Audit AUDIT = new Bank.Audit();

  static List<String> protocols() {
    return Protocols.serializableNames();
  }

  private static EngineConfig.Builder config() {
    return EngineConfig.builder().workers(2).tables(Bank.tables());
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

  /** The logic of a typed procedure, as a lambda. */
  private interface Logic {
    Object run(Transaction transaction, TypedRows rows);
  }

  private static TypedProcedure<Long, Object> procedure(String name, Key key, Logic logic) {
    return new TypedProcedure<>() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public void declare(Long argument, KeyDeclaration keys) {
        if (key != null) {
          keys.write(key);
        }
      }

      @Override
      public Object execute(Long argument, Transaction transaction, TypedRows rows) {
        return logic.run(transaction, rows);
      }
    };
  }

  private static YardmasterException rejected(Outcome<?> outcome) {
    return assertInstanceOf(Outcome.Rejected.class, outcome, outcome::toString).error();
  }

  private static Outcome<Object> run(EngineService service, String name, Logic logic) {
    TypedProcedure<Long, Object> procedure = procedure(name, Bank.CASH, logic);
    service.register(procedure);
    return service.call(procedure, 1L, TransactionOptions.defaults());
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aProcedureChangesKeysAndRowsInOneTransaction(String protocol) {
    try (EngineService service = open(config().protocol(protocol).relaxed(true).build())) {
      assertEquals(100, service.call(PAY, new Payment(7, 100)));
      assertEquals(130, service.call(PAY, new Payment(7, 30)));
      assertEquals(5, service.call(PAY, new Payment(8, 5)));
      assertEquals(
          Map.of("accounts", 2L, "balances", 135L, "cash", -135L), service.call(AUDIT, 0L));
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void anAbortAfterRowsWereWrittenLeavesNothingBehind(String protocol) {
    try (EngineService service = open(config().protocol(protocol).relaxed(true).build())) {
      assertEquals(10, service.call(PAY, new Payment(7, 10)));
      Outcome<Long> outcome = service.call(PAY, new Payment(7, -11), TransactionOptions.defaults());
      Outcome.Aborted<?> aborted = assertInstanceOf(Outcome.Aborted.class, outcome);
      assertEquals(AbortCause.USER, aborted.cause());
      assertTrue(aborted.toString().contains("too little money: account=7"), aborted::toString);
      outcome = service.call(PAY, new Payment(9, -1), TransactionOptions.defaults());
      assertInstanceOf(Outcome.Aborted.class, outcome); // An inserted row.
      assertEquals(Map.of("accounts", 1L, "balances", 10L, "cash", -10L), service.call(AUDIT, 0L));
      assertEquals(1, service.counters().abortedRuns().get(AbortCause.USER) - 1);
    }
  }

  @Test
  void anExceptionAfterRowsWereWrittenLeavesNothingBehind() {
    try (EngineService service = open(config().build())) {
      YardmasterException error =
          rejected(
              run(
                  service,
                  "throws",
                  (transaction, rows) -> {
                    rows.put(rows.table("accounts"), 1);
                    transaction.putLong(Bank.CASH, 1);
                    throw new IllegalStateException("a bug of the application");
                  }));
      assertEquals(ErrorCode.LOGIC_FAILED, error.code());
      assertTrue(error.getMessage().contains("a bug of the application"), error::getMessage);
      assertEquals(Map.of("accounts", 0L, "balances", 0L, "cash", 0L), service.call(AUDIT, 0L));
    }
  }

  @Test
  void anIdHasOneOutcomeAlsoIfTheLogicFailsAfterItHasWrittenRows() {
    try (EngineService service = open(config().build())) {
      TransactionOptions paid =
          TransactionOptions.defaults().withId(new TransactionId(System.currentTimeMillis(), 1, 1));
      Outcome.Committed<?> first =
          assertInstanceOf(Outcome.Committed.class, service.call(PAY, new Payment(1, 5), paid));
      Outcome.Committed<?> again =
          assertInstanceOf(Outcome.Committed.class, service.call(PAY, new Payment(1, 5), paid));
      assertEquals(first.commitVersion(), again.commitVersion());
      assertNotEquals(0, first.commitVersion());
      TransactionId id = new TransactionId(System.currentTimeMillis(), 2, 2);
      TransactionOptions refused = TransactionOptions.defaults().withId(id);
      for (int i = 0; i < 2; i++) {
        assertInstanceOf(Outcome.Aborted.class, service.call(PAY, new Payment(1, -6), refused));
        service.call(PAY, new Payment(1, 100)); // There is enough money now.
      }
      assertEquals(205, service.call(AUDIT, 0L).get("balances"));
      assertTrue(
          service.status(id).toCompletableFuture().join().toString().contains("too little money"),
          "the decision is kept");
    }
  }

  @Test
  void anUnknownTableOrColumnIsNamedWithTheKnownOnes() {
    try (EngineService service = open(config().build())) {
      YardmasterException table =
          rejected(run(service, "table", (transaction, rows) -> rows.table("acounts")));
      assertEquals(ErrorCode.BAD_KEY, table.code());
      assertEquals(
          "BAD_KEY: the service has no typed table with this name (table=acounts,"
              + " tables=[accounts, log])",
          table.getMessage());
      YardmasterException column =
          rejected(
              run(
                  service,
                  "column",
                  (transaction, rows) -> rows.table("accounts").layout().number("owner")));
      assertTrue(
          column
              .getMessage()
              .contains(
                  "the layout has no column of numbers with this name: column=owner,"
                      + " columns=balance, owner(20)"),
          column::getMessage);
      YardmasterException index =
          rejected(run(service, "index", (transaction, rows) -> rows.table("accounts").index("x")));
      assertTrue(index.getMessage().contains("by owner"), index::getMessage);
    }
    try (EngineService without = Engine.open(EngineConfig.defaults())) {
      YardmasterException none =
          rejected(run(without, "none", (transaction, rows) -> rows.table("accounts")));
      assertTrue(none.getMessage().endsWith("(table=accounts, tables=none)"), none::getMessage);
    }
  }

  /** If a key could be in a typed table, the log could not distinguish the key from a row. */
  @ParameterizedTest
  @MethodSource("protocols")
  void aKeyCannotBeInATypedTable(String protocol) {
    Key key = Key.of("accounts", 1);
    try (EngineService service = open(config().protocol(protocol).relaxed(true).build())) {
      assertNoKeys(
          assertThrows(
              YardmasterException.class, () -> service.execute(handle -> handle.get(key))));
      assertNoKeys(
          assertThrows(
              YardmasterException.class,
              () ->
                  service.execute(
                      handle -> {
                        handle.putLong(key, 1);
                        return null;
                      })));
      assertNoKeys(
          assertThrows(
              YardmasterException.class,
              () -> service.execute(handle -> handle.scan(Scan.forward(key, null, 10)))));
      assertNoKeys(
          assertThrows(
              YardmasterException.class,
              () -> service.call(OneShot.builder().putLong(key, 1).build())));
      Procedure<Long, Long> scanning =
          new Procedure<>() {
            @Override
            public String name() {
              return "scanning";
            }

            @Override
            public void declare(Long argument, KeyDeclaration keys) {
              keys.scan(Scan.forward(key, null, 10));
            }

            @Override
            public Long execute(Long argument, Transaction transaction) {
              return 1L;
            }
          };
      service.register(scanning);
      assertNoKeys(rejected(service.call(scanning, 1L, TransactionOptions.defaults())));
      if (Protocols.keepsSnapshots(protocol)) {
        try (Snapshot snapshot = service.readOnly()) {
          assertNoKeys(assertThrows(YardmasterException.class, () -> snapshot.get(key)));
        }
      }
      assertEquals(1, service.call(PAY, new Payment(1, 1)), "the service still works");
    }
  }

  private static void assertNoKeys(YardmasterException error) {
    assertEquals(ErrorCode.BAD_KEY, error.code(), error::toString);
    assertTrue(error.getMessage().contains("table=accounts"), error::getMessage);
  }

  @Test
  void theRowsOfATransactionAreLimited() {
    EngineConfig config = config().maxKeysPerTransaction(3).maxTransactionBytes(1_024).build();
    try (EngineService service = open(config)) {
      Logic four =
          (transaction, rows) -> {
            for (long key = 0; key < 4; key++) {
              rows.put(rows.table("accounts"), key);
            }
            return null;
          };
      assertEquals(ErrorCode.TOO_MANY_KEYS, rejected(run(service, "four", four)).code());
      int[] written = {0};
      Logic endless =
          (transaction, rows) -> {
            // A conflict with the index node of an earlier run starts the logic again.
            for (written[0] = 0; written[0] < 1_000; written[0]++) {
              rows.put(rows.table("accounts"), written[0]);
            }
            return null;
          };
      assertEquals(ErrorCode.TOO_MANY_KEYS, rejected(run(service, "endless", endless)).code());
      assertTrue(written[0] <= 8, "rows in memory: " + written[0]);
      Logic often =
          (transaction, rows) -> {
            for (int i = 0; i < 100; i++) {
              rows.put(rows.table("accounts"), i % 3);
            }
            throw rows.abort("three rows are not too many");
          };
      assertInstanceOf(Outcome.Aborted.class, run(service, "often", often));
      Logic badKey =
          (transaction, rows) -> {
            byte[] rest = new byte[Key.MAX_ID_BYTES + 1];
            return rows.put(rows.table("log"), ByteKeys.prefixOf(rest), rest);
          };
      assertEquals(ErrorCode.BAD_KEY, rejected(run(service, "badKey", badKey)).code());
      assertEquals(0, service.call(AUDIT, 0L).get("accounts"));
    }
    RowLayout.Builder columns = RowLayout.columns();
    var unused = columns.bytes("text", 2_000);
    TableDefinition texts = TableDefinition.ordered("texts", columns.build());
    try (EngineService service =
        Engine.open(config().tables(List.of(texts)).maxTransactionBytes(1_024).build())) {
      Logic tooLong = (transaction, rows) -> rows.insert(rows.table("texts"), 1) == null;
      assertEquals(
          ErrorCode.TRANSACTION_TOO_LARGE, rejected(run(service, "tooLong", tooLong)).code());
    }
  }

  /** If logic catches the exception of a conflict, its run has no effect, and it runs again. */
  @Test
  void aConflictThatTheLogicCatchesRestartsIt() throws Exception {
    try (EngineService service = open(config().protocol("no-wait").workers(2).build())) {
      assertEquals(1, service.call(PAY, new Payment(1, 1)));
      CountDownLatch locked = new CountDownLatch(1);
      CountDownLatch caught = new CountDownLatch(1);
      Logic locks =
          (transaction, rows) -> {
            Table accounts = rows.table("accounts");
            rows.update(accounts, 1).addLong(accounts.layout().number("balance"), 10);
            locked.countDown();
            return await(caught);
          };
      Logic hidesConflicts =
          (transaction, rows) -> {
            try {
              Table accounts = rows.table("accounts");
              rows.update(accounts, 1).addLong(accounts.layout().number("balance"), 100);
            } catch (RuntimeException conflict) {
              caught.countDown();
            }
            return null;
          };
      AtomicReference<Outcome<Object>> ofLocking = new AtomicReference<>();
      Thread locking = new Thread(() -> ofLocking.set(run(service, "locks", locks)));
      locking.start();
      assertTrue(await(locked));
      Outcome<Object> ofHiding = run(service, "hides", hidesConflicts);
      locking.join();
      assertEquals(true, ofLocking.get().valueOrThrow(), "no conflict was caught");
      assertTrue(assertInstanceOf(Outcome.Committed.class, ofHiding).restarts() > 0);
      assertEquals(111, service.call(AUDIT, 0L).get("balances"));
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aHandleThatWasKeptCannotReachALaterTransaction() {
    try (EngineService service = open(config().workers(1).build())) {
      AtomicReference<TypedRows> kept = new AtomicReference<>();
      run(service, "keeps", (transaction, rows) -> kept.getAndSet(rows)).valueOrThrow();
      YardmasterException over =
          rejected(
              run(
                  service,
                  "uses",
                  (transaction, rows) -> kept.get().read(rows.table("accounts"), 1)));
      assertEquals(ErrorCode.TRANSACTION_OVER, over.code());
    }
  }

  @Test
  void wrongTablesAreRefused() {
    assertConfig("two typed tables have the same name (table=log)", Bank.LOG, Bank.LOG);
    assertConfig(
        "a typed table has columns; a single value is a value under a key (table=blobs)",
        TableDefinition.ordered("blobs", RowLayout.value()));
    assertConfig(
        "a secondary index has columns of its table (table=log, index=by name, column=name,"
            + " columns=[cents])",
        Bank.LOG.indexedBy("by name", "name"));
    assertConfig(
        "tables that begin with yardmaster. are reserved",
        TableDefinition.ordered("yardmaster.tables", Bank.LOG.layout()));
  }

  @Test
  void aPartitionRuleIsNotForATypedTable() {
    EngineConfig.Builder config =
        config().partitionBy(List.of(PartitionRule.of("accounts=unpartitioned")));
    YardmasterException error = assertThrows(YardmasterException.class, config::build);
    assertTrue(error.getMessage().contains("(table=accounts)"), error::getMessage);
  }

  private static void assertConfig(String problem, TableDefinition... tables) {
    YardmasterException error =
        assertThrows(
            YardmasterException.class,
            () -> EngineConfig.builder().tables(List.of(tables)).build());
    assertEquals(ErrorCode.BAD_CONFIG, error.code());
    assertTrue(error.getMessage().contains(problem), error::getMessage);
  }

  /**
   * Callers pay and audit at the same time; the history checker examines rows and keys together.
   */
  @ParameterizedTest
  @MethodSource("protocols")
  void rowsAndKeysAreSerializableTogether(String protocol) throws Exception {
    HistoryLog history = HistoryLog.inMemory();
    EngineParts parts =
        new EngineParts() {
          @Override
          public HistoryRecorder recorder() {
            return history.recorder();
          }
        };
    List<Throwable> failures = new ArrayList<>();
    try (EngineService service =
        open(config().protocol(protocol).relaxed(true).workers(3).build(), parts)) {
      service.register(procedure("erase", Bank.CASH, TypedServiceTest::erase));
      List<Thread> threads = new ArrayList<>();
      for (int caller = 0; caller < 3; caller++) {
        Random random = new Random(caller);
        Thread thread =
            new Thread(
                () -> {
                  for (int i = 0; i < 100; i++) {
                    callAtRandom(service, random);
                  }
                });
        thread.setUncaughtExceptionHandler(
            (of, thrown) -> {
              synchronized (failures) {
                failures.add(thrown);
              }
            });
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(List.of(), failures);
      Map<String, Long> sums = service.call(AUDIT, 0L);
      assertEquals(0, sums.get("balances") + sums.get("cash"), sums::toString);
    }
    history.close();
    Isolation isolation = Protocols.isolation(protocol);
    CheckResult checked =
        SerializabilityChecker.check(
            history.bytes(), CheckOptions.defaults().with(Guarantee.valueOf(isolation.name())));
    assertTrue(checked.isSerializable(), checked::inWords);
  }

  private static void callAtRandom(EngineService service, Random random) {
    switch (random.nextInt(4)) {
      case 0 -> {
        Map<String, Long> sums = service.call(AUDIT, 0L);
        assertEquals(0, sums.get("balances") + sums.get("cash"), sums::toString);
      }
      case 1 ->
          service
              .submit("erase", (long) random.nextInt(5))
              .toCompletableFuture()
              .join()
              .valueOrThrow();
      default -> {
        Payment payment = new Payment(random.nextInt(5), random.nextInt(200) - 80);
        Outcome<Long> outcome = service.call(PAY, payment, TransactionOptions.defaults());
        assertTrue(
            outcome instanceof Outcome.Committed || outcome instanceof Outcome.Aborted,
            outcome::toString);
      }
    }
  }

  /** A procedure that deletes the first account without money. */
  private static Object erase(Transaction transaction, TypedRows rows) {
    Table accounts = rows.table("accounts");
    for (long account = 0; account < 5; account++) {
      Row row = rows.read(accounts, account);
      if (row != null && row.getLong(accounts.layout().number("balance")) == 0) {
        return rows.delete(accounts, account);
      }
    }
    byte[] rest = "nothing".getBytes(UTF_8);
    rows.put(rows.table("log"), ByteKeys.prefixOf(rest), rest);
    return false;
  }
}
