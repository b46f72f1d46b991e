package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.benchmarks.workload.records.QuiescentReads;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.engine.transaction.Worker;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Checks the invariant of {@link Ycsb}. The sum of the counters must equal the number of committed
 * updates. Blind writes set a counter to 0; with blind writes, the sum must be at most this number.
 * The number of records after the loaded records must equal the number of committed inserts. Each
 * committed bulk scan must have visited every record of its range.
 */
final class YcsbRun implements RecordRun {

  private final List<YcsbSettings> phases;
  private final YcsbSettings settings;
  private final YcsbTable table;
  private final AtomicReferenceArray<YcsbClient> clients =
      new AtomicReferenceArray<>(RecordClient.MAX_CLIENTS);

  YcsbRun(List<YcsbSettings> phases, YcsbTable table) {
    this.phases = phases;
    settings = phases.get(0);
    this.table = table;
  }

  @Override
  public void load(RecordSink into, int part, int parts) {
    long records = settings.records();
    table.load(into, records * part / parts, records * (part + 1) / parts);
  }

  @Override
  public RecordClient client(int index) {
    YcsbClient client = new YcsbClient(phases, table, index);
    if (!clients.compareAndSet(index, null, client)) {
      throw new IllegalStateException("the client exists already: client=" + index);
    }
    return client;
  }

  @Override
  public Optional<String> brokenInvariant(Worker worker) {
    long updates = 0;
    long inserts = 0;
    long shortScans = 0;
    for (int i = 0; i < clients.length(); i++) {
      YcsbClient client = clients.get(i);
      if (client != null) {
        updates += client.updates();
        inserts += client.inserts();
        shortScans += client.shortScans();
      }
    }
    if (shortScans != 0) {
      return Optional.of(
          "bulk scans have missed records, or visited them twice: scans="
              + shortScans
              + ", length="
              + settings.scanLength());
    }
    Totals totals = totals(new QuiescentReads(worker));
    if (totals.loaded != settings.records()) {
      return Optional.of(
          "loaded records are missing: loaded=" + settings.records() + ", there=" + totals.loaded);
    }
    if (totals.counters > updates
        || (totals.counters < updates && settings.mix().blindPercent() == 0)) {
      return Optional.of(
          "updates were lost, or counted twice: committed="
              + updates
              + ", counters="
              + totals.counters);
    }
    if (totals.inserted != inserts) {
      return Optional.of(
          "inserts were lost, or survived without a commit: committed="
              + inserts
              + ", records="
              + totals.inserted);
    }
    return Optional.empty();
  }

  private Totals totals(QuiescentReads reads) {
    Totals totals = new Totals();
    QuiescentReads.KeyVisitor visitor =
        (key, row) -> {
          totals.counters += row.getLong(table.counter());
          if (key < settings.records()) {
            totals.loaded++;
          } else {
            totals.inserted++;
          }
        };
    if (settings.mix().insertPercent() > 0) {
      reads.range(table.table(), 0, Long.MAX_VALUE, visitor);
    } else {
      // Reading single keys also works for a hashed table, and for ROCC without registration,
      // which does not support scans.
      reads.keys(table.table(), settings.records(), key -> key, visitor);
    }
    return totals;
  }

  private static final class Totals {
    private long counters;
    private long loaded;
    private long inserted;
  }
}
