package dev.yardmaster.benchmarks.workload.tpce;

import dev.yardmaster.benchmarks.workload.records.QuiescentReads;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.benchmarks.workload.tpce.check.CommittedCounts;
import dev.yardmaster.benchmarks.workload.tpce.check.ConsistencyCheck;
import dev.yardmaster.benchmarks.workload.tpce.load.TpceLoader;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.engine.transaction.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Loads the tables, and checks the consistency conditions with {@link ConsistencyCheck}. */
final class TpceRun implements RecordRun {

  private final TpceSettings settings;
  private final TpceTables tables;
  private final AtomicReferenceArray<TpceClient> clients =
      new AtomicReferenceArray<>(RecordClient.MAX_CLIENTS);

  TpceRun(TpceSettings settings, TpceTables tables) {
    this.settings = settings;
    this.tables = tables;
  }

  @Override
  public void load(RecordSink into, int part, int parts) {
    new TpceLoader(settings, tables, into).load(part, parts);
  }

  @Override
  public RecordClient client(int index) {
    TpceClient client = new TpceClient(settings, tables, index);
    if (!clients.compareAndSet(index, null, client)) {
      throw new IllegalStateException("the client exists already: client=" + index);
    }
    return client;
  }

  @Override
  public Optional<String> brokenInvariant(Worker worker) {
    List<CommittedCounts> all = new ArrayList<>();
    for (int i = 0; i < clients.length(); i++) {
      if (clients.get(i) != null) {
        all.add(clients.get(i).counts());
      }
    }
    List<String> broken =
        new ConsistencyCheck(settings, tables, new QuiescentReads(worker), all).broken();
    return broken.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", broken));
  }
}
