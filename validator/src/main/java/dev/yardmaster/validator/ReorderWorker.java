package dev.yardmaster.validator;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Reorderer;
import java.util.Queue;
import org.agrona.concurrent.NanoClock;

/**
 * Pre-validates a batch, sacrifices a feedback vertex set of its conflict graph, and passes the
 * rest on in an order in which all of it can commit (batching paper, sections 4.1 and 4.3). Several
 * workers may share the queues before and behind them.
 */
final class ReorderWorker extends ValidatorAgent {

  private final Queue<Batch> inbox;
  private final Queue<Batch> next;
  private final CommittedVersions committed;
  private final boolean conflictReports;
  private final AccessSets accesses;
  private final Reorderer reorderer;
  private final ValidationRequest[] survivors;

  /**
   * A worker.
   *
   * @param next the final validation; must have room for all batches
   * @param committed read concurrently with its owner
   * @param accesses empty; the worker's own
   * @param conflictReports whether victims are told with whom they conflict
   */
  ReorderWorker(
      String name,
      Queue<Batch> inbox,
      Queue<Batch> next,
      CommittedVersions committed,
      AccessSets accesses,
      ReorderConfig config,
      int batchSize,
      boolean conflictReports,
      NanoClock clock) {
    super(name, clock);
    this.inbox = inbox;
    this.next = next;
    this.committed = committed;
    this.accesses = accesses;
    this.conflictReports = conflictReports;
    this.reorderer = new Reorderer(config);
    this.survivors = new ValidationRequest[batchSize];
  }

  @Override
  public int doWork() {
    Batch batch = inbox.poll();
    if (batch == null) {
      return 0;
    }
    long beganNs = nowNs();
    int size = batch.size();
    preValidate(batch);
    if (batch.size() > 1) {
      reorder(batch);
    }
    if (batch.size() == 0) {
      batch.release();
    } else if (!next.offer(batch)) {
      throw new IllegalStateException("the queue before the final validation is full");
    }
    count(ValidatorCounter.BUSY_NS, nowNs() - beganNs);
    return size;
  }

  /** Drops what is stale already, and collects the access sets of the rest. */
  private void preValidate(Batch batch) {
    int size = batch.size();
    int viable = 0;
    accesses.clear();
    for (int i = 0; i < size; i++) {
      ValidationRequest request = batch.request(i);
      if (isViable(request)) {
        batch.set(viable++, request);
        request.addTo(accesses);
      } else {
        request.answer();
      }
    }
    batch.truncate(viable);
    count(ValidatorCounter.PRE_VALIDATION_ABORTS, size - viable);
  }

  private boolean isViable(ValidationRequest request) {
    for (int read = 0; read < request.reads(); read++) {
      long newest = committed.newestConcurrently(request.readFingerprint(read));
      if (newest > request.freshThrough(read)) {
        request.abort(Decision.PRE_VALIDATION, read, newest, ValidationRequest.NONE);
        return false;
      }
    }
    return true;
  }

  private void reorder(Batch batch) {
    reorderer.reorder(accesses);
    count(ValidatorCounter.REORDERED, 1);
    count(ValidatorCounter.EDGES, reorderer.edges());
    count(ValidatorCounter.VICTIMS, reorderer.victims());
    if (reorderer.proven()) {
      count(ValidatorCounter.PROVEN, 1);
    }
    int count = reorderer.survivors();
    for (int i = 0; i < count; i++) {
      survivors[i] = batch.request(reorderer.survivor(i));
    }
    // A victim may be run again by its coordinator once it is answered, so that comes last.
    answerVictims(batch);
    for (int i = 0; i < count; i++) {
      batch.set(i, survivors[i]);
    }
    batch.truncate(count);
  }

  private void answerVictims(Batch batch) {
    for (int i = 0; i < reorderer.victims(); i++) {
      int victim = reorderer.victim(i);
      int read = ValidationRequest.NONE;
      long other = ValidationRequest.NONE;
      if (conflictReports) {
        read = reorderer.conflictingRead(victim);
        other = batch.request(reorderer.conflictingWriter(victim)).transactionId();
      }
      batch.request(victim).abort(Decision.VICTIM, read, 0, other);
    }
    for (int i = 0; i < reorderer.victims(); i++) {
      batch.request(reorderer.victim(i)).answer();
    }
  }

  @Override
  public int queueDepth() {
    return inbox.size();
  }
}
