package dev.yardmaster.engine.protocol.snapshot;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Binding;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.protocol.Mixing;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.versions.RecordWords;
import dev.yardmaster.engine.protocol.versions.VersionAccess;
import dev.yardmaster.engine.protocol.versions.VersionWords;
import dev.yardmaster.engine.protocol.versions.Versions;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Snapshot isolation (ERMIA), with or without a certifier. A certifier makes the transactions
 * strictly serializable.
 */
public class SnapshotIsolation implements Protocol {

  private final Certifier certifier;
  private final Binding binding;
  private final TransactionTable table;

  /**
   * Creates a protocol for one engine.
   *
   * @param certifier the test at the commit; null for snapshot isolation alone
   * @param workers the maximum number of workers of the engine
   */
  SnapshotIsolation(Certifier certifier, TransactionTable table, int workers) {
    this.certifier = certifier;
    this.table = table;
    binding = new Binding(workers);
  }

  /** Creates snapshot isolation for one engine with at most the given number of workers. */
  public static SnapshotIsolation isolated(int workers) {
    return new SnapshotIsolation(null, new TransactionTable(workers), workers);
  }

  /** As {@link #isolated}, but a certifier makes the transactions serializable. */
  public static SnapshotIsolation certified(Certifier certifier, int workers) {
    return new SnapshotIsolation(certifier, new TransactionTable(workers), workers);
  }

  @Override
  public final String name() {
    return certifier == null ? "si" : certifier.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public final Isolation isolation() {
    return certifier == null ? Isolation.SNAPSHOT : Isolation.STRICT;
  }

  @Override
  public final boolean keepsSnapshots() {
    return true;
  }

  @Override
  public final Mixing mixing() {
    return Mixing.impossible("transactions that read old versions commit in another order");
  }

  @Override
  public final void bind(int workers) {
    binding.bind(this, workers);
  }

  @Override
  public final void numberedBy(LongSupplier newest) {
    table.numberedBy(newest);
  }

  @Override
  public final int recordWords() {
    return certifier == null ? RecordWords.WITHOUT_READ : RecordWords.WITH_SUCCESSOR;
  }

  @Override
  public final int versionWords() {
    return certifier == null ? VersionWords.WITHOUT_SUCCESSOR : VersionWords.WITH_SUCCESSOR;
  }

  @Override
  public final boolean hasRowsInRecords() {
    return true;
  }

  @Override
  public final void initialize(Table of, int record, long stamp) {
    RecordWords.initialize(of, record, stamp, recordWords());
  }

  @Override
  public final void load(Table into, int record, Row row, WorkerContext worker) {
    Versions.load(into, record, row, worker);
  }

  @Override
  public final Access newAccess() {
    return new VersionAccess();
  }

  @Override
  public final ConcurrencyControl control(WorkerContext worker) {
    return certifier == null
        ? new SnapshotControl(table, worker, recordWords())
        : certified(certifier, table, worker);
  }

  /** Creates one worker's part of the protocol. Tests override this method to plant bugs. */
  CertifiedControl certified(Certifier by, TransactionTable in, WorkerContext worker) {
    return new CertifiedControl(by, in, worker);
  }
}
