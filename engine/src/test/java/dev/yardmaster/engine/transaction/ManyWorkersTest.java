package dev.yardmaster.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs more worker threads than cores. Under every protocol, the totals must be correct at the end.
 */
class ManyWorkersTest {

  private static final int WORKERS = 8;
  private static final long SEED = 3;

  private final LongColumn number;
  private final RowLayout layout;

  ManyWorkersTest() {
    RowLayout.Builder columns = RowLayout.columns();
    number = columns.number("number");
    layout = columns.build();
  }

  static List<String> protocols() {
    return Protocols.names();
  }

  /** The work of a worker on its own thread. */
  @FunctionalInterface
  private interface Client {
    void run(Worker worker, SplittableRandom random);
  }

  private static void run(Worker[] workers, Client client)
      throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(workers.length);
    List<Callable<Void>> calls = new ArrayList<>();
    for (Worker worker : workers) {
      SplittableRandom random = new SplittableRandom(SEED + worker.context().worker());
      calls.add(
          () -> {
            client.run(worker, random);
            return null;
          });
    }
    try {
      for (Future<Void> ended : threads.invokeAll(calls)) {
        ended.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  private static Worker[] workers(Database database) {
    Worker[] workers = new Worker[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
      workers[i] = database.worker(i, new ThreadPace(System::nanoTime));
    }
    return workers;
  }

  private static void commit(Worker worker, RecordLogic logic) {
    var unused = worker.run(logic);
    assertNull(worker.failure());
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void countersAreExact(String protocol) throws Exception {
    int counters = 3;
    int transactions = 600;
    Database database = new Database(Protocols.named(protocol, WORKERS), WORKERS);
    Table table = database.create(TableDefinition.hashed("counters", layout, counters));
    Worker[] workers = workers(database);
    run(
        workers,
        (worker, random) -> {
          for (int i = 0; i < transactions; i++) {
            int key = random.nextInt(counters);
            int other = random.nextInt(counters);
            commit(
                worker,
                transaction -> {
                  add(transaction, table, key);
                  add(transaction, table, other);
                });
          }
        });
    long[] sum = {0};
    commit(
        workers[0],
        transaction -> {
          sum[0] = 0;
          for (int key = 0; key < counters; key++) {
            sum[0] += transaction.read(table, key).getLong(number);
          }
        });
    assertEquals(2L * transactions * WORKERS, sum[0], protocol);
  }

  /** Increments a counter. The first call creates the counter. */
  private void add(RecordTransaction transaction, Table table, long key) {
    Row row = transaction.update(table, key);
    if (row == null) {
      row = transaction.insert(table, key);
    }
    row.addLong(number, 1);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void sumsOverRangesAreExactWhileMoneyMoves(String protocol) throws Exception {
    int accounts = 150;
    long total = 100L * accounts;
    Database database = new Database(Protocols.named(protocol, WORKERS), WORKERS);
    Table table = database.create(TableDefinition.ordered("accounts", layout));
    Worker[] workers = workers(database);
    Row opened = Row.of(layout);
    opened.setLong(number, 100);
    for (int key = 0; key < accounts; key++) {
      workers[0].loader().load(table, key, opened);
    }
    run(
        workers,
        (worker, random) -> {
          for (int i = 0; i < 150; i++) {
            if (random.nextInt(4) == 0) {
              boolean backward = random.nextBoolean();
              assertEquals(total, sum(worker, table, accounts, backward), protocol);
            } else {
              int from = random.nextInt(accounts);
              int to = random.nextInt(accounts);
              commit(worker, transaction -> move(transaction, table, from, to, 1 + to % 120));
            }
          }
        });
    assertEquals(total, sum(workers[0], table, accounts, false), protocol);
  }

  private long sum(Worker worker, Table table, int accounts, boolean backward) {
    long[] sum = {0};
    RowVisitor visitor =
        (key, rest, row) -> {
          sum[0] += row.getLong(number);
          return true;
        };
    commit(
        worker,
        transaction -> {
          sum[0] = 0;
          var unused =
              backward
                  ? transaction.scanBackward(table, 0, accounts, Integer.MAX_VALUE, visitor)
                  : transaction.scan(table, 0, accounts, Integer.MAX_VALUE, visitor);
        });
    return sum[0];
  }

  /**
   * Moves money between two accounts. The method closes an empty account, and the next payment to
   * the account opens it again.
   */
  private void move(RecordTransaction transaction, Table table, long from, long to, long amount) {
    Row source = transaction.update(table, from);
    if (source == null) {
      return;
    }
    long moved = Math.min(amount, source.getLong(number));
    source.addLong(number, -moved);
    if (source.getLong(number) == 0) {
      transaction.delete(table, from);
    }
    Row target = transaction.update(table, to);
    if (target == null) {
      target = transaction.insert(table, to);
    }
    target.addLong(number, moved);
  }
}
