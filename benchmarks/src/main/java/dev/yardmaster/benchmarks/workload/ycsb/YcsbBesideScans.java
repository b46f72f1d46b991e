package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.table.TableDefinition.Order;
import dev.yardmaster.engine.transaction.Worker;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * YCSB together with a client that scans the whole table repeatedly. The first client runs YCSB's
 * transactions, and the second client scans; if there is only one client, there are no scans.
 */
public final class YcsbBesideScans implements RecordWorkload {

  /** The name in reports of the transaction type that scans. */
  public static final String SCAN = "scan";

  private static final int SCANNER = 1;

  private final YcsbSettings settings;

  /** Creates the workload; the settings need an ordered table and a mix without inserts. */
  public YcsbBesideScans(YcsbSettings settings) {
    if (settings.order() != Order.ORDERED || settings.mix().insertPercent() > 0) {
      throw new IllegalArgumentException(
          "scans of a whole table need an ordered one without inserts: order="
              + settings.order()
              + ", mix="
              + settings.mix().name());
    }
    this.settings = settings;
  }

  @Override
  public String name() {
    return "ycsb-beside-scans";
  }

  @Override
  public String description() {
    return new Ycsb(settings).description() + "; the second client scans all records";
  }

  @Override
  public RecordRun create(Database database) {
    YcsbTable table = YcsbTable.create(database, settings);
    return new Run(new Ycsb(settings).create(table), table, settings.records());
  }

  /** A run of YCSB whose second client scans. */
  private record Run(
      RecordRun ofOthers, YcsbTable table, int records, AtomicReference<WholeScans> scans)
      implements RecordRun {

    Run(RecordRun ofOthers, YcsbTable table, int records) {
      this(ofOthers, table, records, new AtomicReference<>());
    }

    @Override
    public void load(RecordSink into, int part, int parts) {
      ofOthers.load(into, part, parts);
    }

    @Override
    public RecordClient client(int index) {
      if (index != SCANNER) {
        return ofOthers.client(index);
      }
      WholeScans client = new WholeScans(table, records);
      if (!scans.compareAndSet(null, client)) {
        throw new IllegalStateException("the client exists already: client=" + index);
      }
      return client;
    }

    @Override
    public Optional<String> brokenInvariant(Worker worker) {
      WholeScans scanning = scans.get();
      if (scanning != null && scanning.shortScans() > 0) {
        return Optional.of(
            "scans have missed records, or visited them twice: scans="
                + scanning.shortScans()
                + ", records="
                + records);
      }
      return ofOthers.brokenInvariant(worker);
    }
  }
}
