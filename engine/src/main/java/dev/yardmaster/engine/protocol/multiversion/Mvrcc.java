package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Binding;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Mixing;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * Multi-version range concurrency control as in Deuteronomy (Levandoski and others,
 * <i>Multi-Version Range Concurrency Control in Deuteronomy</i>, PVLDB 8(13), 2015). This class
 * implements the form that the ROCC paper uses for its comparison (ICDE 2018, section VI).
 * Transactions read and write single records as under {@link MultiVersion}. A scan raises the read
 * timestamp of a whole logical range, even if it reads only a part of the range, and examines all
 * writers of the range.
 */
public final class Mvrcc implements Protocol {

  private final Binding binding;
  private final MultiVersion versions;
  private final RangeTimestamps ranges;

  /** Creates a protocol for one engine with at most the given number of workers. */
  public Mvrcc(int workers) {
    binding = new Binding(workers);
    versions = new MultiVersion(workers);
    ranges = new RangeTimestamps(workers);
  }

  @Override
  public String name() {
    return "mvrcc";
  }

  @Override
  public Mixing mixing() {
    return Mixing.impossible("timestamps from before the execution order conflicting transactions");
  }

  @Override
  public void bind(int workers) {
    binding.bind(this, workers);
  }

  @Override
  public int recordWords() {
    return versions.recordWords();
  }

  @Override
  public int versionWords() {
    return versions.versionWords();
  }

  @Override
  public boolean hasRowsInRecords() {
    return true;
  }

  @Override
  public void initialize(Table table, int record, long stamp) {
    versions.initialize(table, record, stamp);
  }

  @Override
  public void load(Table table, int record, Row row, WorkerContext worker) {
    versions.load(table, record, row, worker);
  }

  @Override
  public Access newAccess() {
    return versions.newAccess();
  }

  @Override
  public ConcurrencyControl control(WorkerContext worker) {
    return new RangeTimestampControl(versions.versions(worker), ranges, worker);
  }
}
