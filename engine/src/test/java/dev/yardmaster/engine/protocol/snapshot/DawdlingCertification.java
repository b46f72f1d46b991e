package dev.yardmaster.engine.protocol.snapshot;

import dev.yardmaster.engine.index.IndexPage;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.versions.VersionAccess;
import java.util.SplittableRandom;

/**
 * Waits between the steps of a commit, so that other workers run there. A preempted thread can be
 * delayed in the same way, so the waits are not a bug.
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
    for (int i = random.nextInt(mostAccesses); i > 0; i--) {
      worker.pace().access();
    }
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
  void raiseRead(VersionAccess access, long stamp) {
    dawdle();
    super.raiseRead(access, stamp);
  }

  @Override
  void raiseNodes(long stamp) {
    dawdle();
    super.raiseNodes(stamp);
  }

  @Override
  void raiseLeaf(IndexPage part, long stamp) {
    dawdle();
    super.raiseLeaf(part, stamp);
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
