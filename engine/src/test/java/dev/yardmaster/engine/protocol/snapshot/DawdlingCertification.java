package dev.yardmaster.engine.protocol.snapshot;

import dev.yardmaster.engine.index.IndexPage;
import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.versions.VersionAccess;
import dev.yardmaster.engine.table.Table;
import java.util.SplittableRandom;

/**
 * A control that waits between the steps of a commit, so that other workers run there. A preempted
 * thread can be delayed in the same way, so the waits are not a bug.
 */
class DawdlingCertification extends CertifiedControl {

  private static final int MAX_ACCESSES = 8;

  private final WorkerContext worker;
  private final SplittableRandom random;

  DawdlingCertification(Certifier certifier, TransactionTable table, WorkerContext worker) {
    super(certifier, table, worker);
    this.worker = worker;
    random = new SplittableRandom(worker.worker());
  }

  final void dawdle() {
    dawdle(MAX_ACCESSES);
  }

  final void dawdle(int mostAccesses) {
    InterleavedRun.dawdle(worker, random.nextInt(mostAccesses));
  }

  @Override
  void tookSnapshot() {
    dawdle();
    super.tookSnapshot();
  }

  @Override
  long state(int writer) {
    dawdle();
    return super.state(writer);
  }

  @Override
  void raiseRead(Table of, int record, long stamp) {
    dawdle();
    super.raiseRead(of, record, stamp);
  }

  @Override
  void raiseNodes(long stamp) {
    dawdle();
    super.raiseNodes(stamp);
  }

  /** A scan of more than 2 rows counts as long, so that both kinds of scans are tested. */
  @Override
  int fewRows() {
    return 2;
  }

  @Override
  void raiseLeaf(Table of, IndexPage part, long stamp) {
    dawdle();
    super.raiseLeaf(of, part, stamp);
    dawdle();
  }

  @Override
  void publish() {
    dawdle();
    super.publish();
    dawdle();
  }

  @Override
  void install(VersionAccess access, long version) {
    dawdle();
    super.install(access, version);
  }
}
