package dev.yardmaster.benchmarks.workload.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.tpcc.Tpcc;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.Loader;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks that logic over records has the same effects on the pipeline as on the engine. */
class ServiceRecordsTest {

  private final Pipeline pipeline = Pipeline.start(PipelineConfig.defaults());

  @AfterEach
  void close() {
    pipeline.close();
  }

  @Test
  void ycsbComesToTheSameAsOnTheEngine() {
    YcsbSettings settings = YcsbSettings.of(1_000, YcsbMix.rmw(50), 0.9, 21).withDrawn(512);
    comesToTheSame(new Ycsb(settings), 500);
  }

  @Test
  void newOrderAndPaymentComeToTheSameAsOnTheEngine() {
    TpccSettings settings =
        TpccSettings.of(2, TpccMix.NEW_ORDER_PAYMENT, 22)
            .scaledDown(2, 30, 100)
            .withByLastNamePercent(0);
    comesToTheSame(new Tpcc(settings), 500);
  }

  private void comesToTheSame(RecordWorkload workload, int transactions) {
    OnEngine engine = new OnEngine(workload);
    RecordRun run = workload.create(new Database(Protocols.named("silo", 1), 1));
    try (ServiceSink sink = new ServiceSink(pipeline)) {
      run.load(sink, 0, 1);
    }
    RecordClient client = run.client(0);
    int aborted = 0;
    for (int i = 0; i < transactions; i++) {
      boolean onPipeline = runOne(client);
      assertEquals(RunOnEngine.runOne(engine.worker, engine.client), onPipeline);
      aborted += onPipeline ? 0 : 1;
    }
    assertTrue(
        aborted < transactions / 10,
        "too many transactions were aborted by their logic: " + aborted);
    assertEquals(Optional.empty(), engine.run.brokenInvariant(engine.worker));
    engine.written.forEach(
        (key, table) ->
            assertArrayEquals(
                engine.image(table, key.number()),
                pipeline.execute(transaction -> transaction.get(key)),
                () -> workload.name() + ": " + key));
    assertTrue(engine.written.size() >= 1_000, "compared: " + engine.written.size());
  }

  /** A run on the engine, with all keys that were loaded or written. */
  private static final class OnEngine {
    private final Map<Key, Table> written = new HashMap<>();
    private final RecordRun run;
    private final Worker worker;
    private final RecordClient client;

    OnEngine(RecordWorkload workload) {
      Database database = new Database(Protocols.named("silo", 1), 1);
      run = workload.create(database);
      worker =
          database.worker(
              0, new ThreadPace(System::nanoTime), (version, accesses) -> note(accesses), null);
      Loader loader = worker.loader();
      RecordSink sink =
          (table, key, row) -> {
            loader.load(table, key, row);
            written.put(Key.of(table.name(), key), table);
          };
      run.load(sink, 0, 1);
      client = run.client(0);
    }

    private void note(AccessSet accesses) {
      for (int i = 0; i < accesses.writes(); i++) {
        Access access = accesses.write(i);
        written.put(Key.of(access.table().name(), access.key()), access.table());
      }
    }

    byte[] image(Table table, long key) {
      byte[][] image = new byte[1][];
      var unused =
          worker.run(
              transaction -> {
                Row row = transaction.read(table, key);
                image[0] = row == null ? null : row.image(table.layout());
              });
      return image[0];
    }
  }

  private boolean runOne(RecordClient client) {
    RecordCall call = client.next();
    Outcome<Boolean> outcome = execute(call);
    boolean committed = outcome instanceof Outcome.Committed<Boolean>;
    if (!committed) {
      assertEquals(AbortCause.USER, assertInstanceOf(Outcome.Aborted.class, outcome).cause());
    }
    client.ended(call, committed);
    return committed;
  }

  private Outcome<Boolean> execute(RecordLogic logic) {
    return ServiceRecords.execute(pipeline, logic, TransactionOptions.defaults());
  }

  @Test
  void aRunSeesItsOwnWrites() {
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn number = columns.number("number");
    Table table =
        new Database(Protocols.named("silo", 1), 1)
            .create(TableDefinition.hashed("things", columns.build(), 10));
    RecordLogic logic =
        transaction -> {
          assertNull(transaction.read(table, 1));
          assertNull(transaction.update(table, 1));
          assertFalse(transaction.delete(table, 1));
          transaction.insert(table, 1).setLong(number, 5);
          assertNull(transaction.insert(table, 1));
          Row read = transaction.read(table, 1);
          assertEquals(5, read.getLong(number));
          transaction.insert(table, 2).setLong(number, 6);
          assertTrue(transaction.delete(table, 2));
          assertNull(transaction.read(table, 2));
        };
    assertInstanceOf(Outcome.Committed.class, execute(logic));
    assertInstanceOf(
        Outcome.Committed.class,
        execute(
            transaction -> {
              Row row = transaction.read(table, 1);
              assertEquals(5, row.getLong(number));
              assertThrows(IllegalStateException.class, () -> row.setLong(number, 6));
              assertNull(transaction.read(table, 2));
            }));
    assertInstanceOf(
        Outcome.Aborted.class,
        execute(
            transaction -> {
              transaction.update(table, 1).setLong(number, 99);
              throw transaction.abort("changed its mind");
            }));
    byte[] value = pipeline.execute(transaction -> transaction.get(Key.of("things", 1)));
    assertEquals(5, value[0]);
  }

  @Test
  void scansAreRefusedInWords() {
    Table table =
        new Database(Protocols.named("silo", 1), 1)
            .create(TableDefinition.hashed("things", RowLayout.value(), 10));
    TransactionService service = pipeline;
    var thrown =
        assertThrows(
            Exception.class,
            () ->
                ServiceRecords.execute(
                        service,
                        transaction -> transaction.scan(table, 0, 9, 9, (key, rest, row) -> true),
                        TransactionOptions.defaults())
                    .valueOrThrow());
    assertTrue(thrown.toString().contains("so scans are not supported"), thrown.toString());
  }
}
