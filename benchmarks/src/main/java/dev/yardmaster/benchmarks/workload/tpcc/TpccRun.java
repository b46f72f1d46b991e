package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.benchmarks.workload.records.QuiescentReads;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.benchmarks.workload.tpcc.load.TpccLoader;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.transaction.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Loads the tables, and checks the consistency conditions with {@link ConsistencyCheck}. */
final class TpccRun implements RecordRun {

  private final List<TpccSettings> phases;
  private final TpccSettings settings;
  private final TpccTables tables;
  private final AtomicReferenceArray<TpccClient> clients =
      new AtomicReferenceArray<>(RecordClient.MAX_CLIENTS);

  TpccRun(List<TpccSettings> phases, TpccTables tables) {
    this.phases = phases;
    settings = phases.get(0);
    this.tables = tables;
  }

  @Override
  public void load(RecordSink into, int part, int parts) {
    TpccLoader loader = new TpccLoader(settings, tables, into);
    int districts = settings.districts();
    for (int i = part; i < settings.allDistricts(); i += parts) {
      loader.load(1 + i / districts, 1 + i % districts);
    }
  }

  @Override
  public RecordClient client(int index) {
    TpccClient client = new TpccClient(phases, tables, index);
    if (!clients.compareAndSet(index, null, client)) {
      throw new IllegalStateException("the client exists already: client=" + index);
    }
    return client;
  }

  @Override
  public Optional<String> brokenInvariant(Worker worker) {
    List<String> broken = broken(worker);
    return broken.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", broken));
  }

  /** Returns a line for each broken condition. */
  List<String> broken(Worker worker) {
    List<TpccClient> all = new ArrayList<>();
    for (int i = 0; i < clients.length(); i++) {
      if (clients.get(i) != null) {
        all.add(clients.get(i));
      }
    }
    return new ConsistencyCheck(settings, tables, new QuiescentReads(worker)).broken(all);
  }
}
