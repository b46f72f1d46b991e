package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.benchmarks.workload.records.QuiescentReads;
import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.tpcc.calls.Delivery;
import dev.yardmaster.benchmarks.workload.tpcc.calls.NewOrder;
import dev.yardmaster.benchmarks.workload.tpcc.calls.Payment;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.Worker;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs TPC-C on a database that is restarted between transactions. An additional table, the ledger,
 * has a row for each client; every transaction of the client that writes also updates this row.
 * After a restart, the row thus shows how many of the client's transactions have survived. If the
 * numbers of orders, payments and deliveries in the tables differ from those in the ledger, a
 * transaction has survived only in part.
 */
public final class TpccLedger {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  /** The number of the client's last transaction that wrote; see {@link TpccClient#begun}. */
  static final LongColumn BEGUN = COLUMNS.number("begun");

  private static final LongColumn WRITES = COLUMNS.number("writes");
  static final LongColumn NEW_ORDERS = COLUMNS.number("new_orders");
  static final LongColumn PAYMENTS = COLUMNS.number("payments");
  static final LongColumn DELIVERED = COLUMNS.number("delivered");
  private static final RowLayout LAYOUT = COLUMNS.build();

  private final TpccSettings settings;
  private final TpccTables tables;
  private final TpccRun run;
  private final Table ledger;
  private final int clients;

  /**
   * Creates the empty tables, or opens those that the database's directory contains.
   *
   * @param settings the settings, whose mix must contain only the standard's five transactions
   * @param clients number of clients; the same for every start
   */
  public TpccLedger(Database database, TpccSettings settings, int clients) {
    this.settings = settings;
    this.clients = clients;
    tables = TpccTables.create(database, settings);
    run = new TpccRun(List.of(settings), tables);
    ledger = database.create(TableDefinition.hashed("ledger", LAYOUT, clients));
  }

  /** Returns whether the tables have their initial rows. */
  public boolean isLoaded() {
    return ledger.index().size() == clients;
  }

  /** Loads the initial rows. The rows of the ledger are loaded last. */
  public void load(Worker worker) {
    run.load(worker.loader()::load, 0, 1);
    Row row = Row.of(LAYOUT);
    for (int client = 0; client < clients; client++) {
      worker.loader().load(ledger, client, row);
    }
  }

  /**
   * Checks the consistency conditions of TPC-C, and compares the tables with the ledger. No
   * transaction may run at the same time.
   *
   * @return a line for each broken condition
   */
  public List<String> broken(Worker worker) {
    List<TpccClient> all = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      all.add(resumed(client, worker));
    }
    return new ConsistencyCheck(settings, tables, new QuiescentReads(worker)).broken(all);
  }

  /** Returns the number of a client's transactions that have written and committed. */
  public long writes(int client, Worker worker) {
    long[] writes = new long[1];
    var unused =
        worker.run(transaction -> writes[0] = transaction.read(ledger, client).getLong(WRITES));
    return writes[0];
  }

  private TpccClient resumed(int client, Worker worker) {
    TpccClient resumed = new TpccClient(List.of(settings), tables, client);
    var unused = worker.run(transaction -> resumed.resume(transaction.read(ledger, client)));
    return resumed;
  }

  /** Returns a client that continues after its last committed transaction. */
  public Client client(int client, Worker worker) {
    return new Client(client, worker, writes(client, worker));
  }

  /** A client with its own worker. An instance is for use by one thread. */
  public final class Client {

    private final int index;
    private final Worker worker;
    private final TpccClient calls;
    private long writes;

    private Client(int index, Worker worker, long writes) {
      this.index = index;
      this.worker = worker;
      calls = resumed(index, worker);
      this.writes = writes;
    }

    /**
     * Runs the next transaction until it commits or is aborted by its logic.
     *
     * @return whether the transaction has committed a write
     */
    public boolean run() {
      RecordCall call = calls.next();
      boolean isWrite =
          call instanceof NewOrder || call instanceof Payment || call instanceof Delivery;
      var unused = worker.run(isWrite ? new Entered(call) : call);
      boolean committed = worker.failure() == null;
      calls.ended(call, committed);
      writes += isWrite && committed ? 1 : 0;
      return isWrite && committed;
    }

    /**
     * Returns the number of committed transactions that have written since the tables were loaded,
     * over all starts of the database.
     */
    public long writes() {
      return writes;
    }

    /** A transaction that also updates its client's row in the ledger. */
    private final class Entered implements RecordLogic {
      private final RecordCall call;

      Entered(RecordCall call) {
        this.call = call;
      }

      @Override
      public void declare(KeyHints keys) {
        call.declare(keys);
        keys.write(ledger, index);
      }

      @Override
      public void run(RecordTransaction transaction) {
        call.run(transaction);
        Row row = transaction.update(ledger, index);
        row.setLong(BEGUN, calls.begun());
        row.addLong(WRITES, 1);
        if (call instanceof NewOrder) {
          row.addLong(NEW_ORDERS, 1);
        } else if (call instanceof Payment) {
          row.addLong(PAYMENTS, 1);
        } else if (call instanceof Delivery delivery) {
          row.addLong(DELIVERED, delivery.delivered());
        }
      }
    }
  }
}
