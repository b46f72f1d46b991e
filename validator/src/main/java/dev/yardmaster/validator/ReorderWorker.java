package dev.yardmaster.validator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.reorder.batch.Reorderer;
import java.util.Queue;
import org.agrona.concurrent.NanoClock;

/**
 * Pre-validates a batch, removes a feedback vertex set from the batch's conflict graph, and passes
 * the remaining requests to the final validation. Their order lets all of them commit (batching
 * paper, sections 4.1 and 4.3). Several workers may share their input and output queues.
 *
 * <p>Repairable requests are never removed from a batch. A repairable request that is stale or a
 * victim is appended after the ordered requests. There it cannot make an ordered request stale. The
 * final validation repairs it at this position. So the worker first reduces the number of aborts,
 * and then the number of repairs. At the end of a batch are the requests of transactions that hold
 * a reservation, and the requests that ask for a reservation or release one. These requests need no
 * order, because all other writers of the reserved keys wait.
 */
final class ReorderWorker extends ValidatorAgent {

  @Shared(
      writers = "preparers",
      readers = "reorder workers",
      access = "JCTools MPMC queue, or MPSC with one worker, bounded by the number of all batches")
  private final Queue<Batch> inbox;

  private final Queue<Batch> next;
  private final CommittedVersions committed;
  private final boolean conflictReports;
  private final AccessSets accesses;
  private final BatchSettings settings;
  private final Solver configured;
  private final Reorderer asConfigured;

  /**
   * A reorderer with {@link Solver#SORT}, used while the settings require this cheaper algorithm.
   */
  private final Reorderer byDegree;

  private Reorderer reorderer;
  private final ValidationRequest[] survivors;

  /** The repairable requests that are appended after the ordered requests. */
  private final ValidationRequest[] repairable;

  private final ValidationRequest[] reserved;
  private int repairables;
  private int reservedCount;

  /**
   * Creates a worker.
   *
   * @param next the queue of the final validation; must have room for all batches
   * @param committed the table of committed versions; this worker reads the table while the final
   *     validation changes it
   * @param accesses an object for this worker alone; the worker fills it with the access sets of
   *     each batch
   * @param settings the settings, which the worker reads for each batch
   * @param conflictReports whether the answer to a victim names the conflicting transaction
   */
  ReorderWorker(
      String name,
      Queue<Batch> inbox,
      Queue<Batch> next,
      CommittedVersions committed,
      AccessSets accesses,
      ReorderConfig config,
      BatchSettings settings,
      int batchSize,
      boolean conflictReports,
      NanoClock clock) {
    super(Stage.REORDERER, name, clock, new ValidatorCounters());
    this.inbox = inbox;
    this.next = next;
    this.committed = committed;
    this.accesses = accesses;
    this.conflictReports = conflictReports;
    this.settings = settings;
    this.configured = config.solver();
    this.asConfigured = new Reorderer(config);
    this.byDegree = new Reorderer(config.withSolver(Solver.SORT));
    this.reorderer = asConfigured;
    this.survivors = new ValidationRequest[batchSize];
    this.repairable = new ValidationRequest[batchSize];
    this.reserved = new ValidationRequest[batchSize];
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
    appendUnordered(batch);
    if (batch.size() == 0) {
      batch.release();
    } else if (!next.offer(batch)) {
      throw new IllegalStateException("the queue before the final validation is full");
    }
    count(ValidatorCounter.BUSY_NS, nowNs() - beganNs);
    return size;
  }

  /**
   * Removes stale requests, and collects the access sets of the other requests. Repairable stale
   * requests are kept to be appended later; all other stale requests are answered.
   */
  private void preValidate(Batch batch) {
    int size = batch.size();
    int viable = 0;
    int dropped = 0;
    int predicates = 0;
    accesses.clear();
    for (int i = 0; i < size; i++) {
      ValidationRequest request = batch.request(i);
      if (request.purpose() != Purpose.COMMIT || request.isReserved()) {
        reserved[reservedCount++] = request;
      } else if (isViable(request)) {
        batch.set(viable++, request);
        predicates += request.predicates();
      } else if (request.isRepairable()) {
        repairable[repairables++] = request;
      } else {
        request.answer();
        dropped++;
      }
    }
    batch.truncate(viable);
    for (int i = 0; i < viable; i++) {
      batch.request(i).addTo(accesses);
      if (predicates > 0) {
        addScanned(batch, i);
      }
    }
    count(ValidatorCounter.PRE_VALIDATION_ABORTS, dropped);
  }

  /**
   * Treats a scan as reads of keys: adds a read of each key in the scanned ranges that another
   * request of the batch writes.
   */
  private void addScanned(Batch batch, int reader) {
    ValidationRequest request = batch.request(reader);
    if (request.predicates() == 0) {
      return;
    }
    for (int i = 0; i < batch.size(); i++) {
      ValidationRequest writer = batch.request(i);
      for (int write = 0; i != reader && write < writer.writes(); write++) {
        if (writer.canBeScanned(write)
            && request.scanOf(writer.writtenKey(write)) != ValidationRequest.NONE) {
          accesses.read(writer.writeFingerprint(write));
        }
      }
    }
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
    reorderer = settings.solver() == configured ? asConfigured : byDegree;
    reorderer.reorder(accesses);
    count(ValidatorCounter.REORDERED, 1);
    if (reorderer == byDegree) {
      count(ValidatorCounter.REORDERED_BY_DEGREE, 1);
    }
    count(ValidatorCounter.EDGES, reorderer.edges());
    count(ValidatorCounter.VICTIMS, reorderer.victims());
    if (reorderer.proven()) {
      count(ValidatorCounter.PROVEN, 1);
    }
    int count = reorderer.survivors();
    for (int i = 0; i < count; i++) {
      survivors[i] = batch.request(reorderer.survivor(i));
    }
    // Victims are answered last, because a coordinator may reuse a request as soon as the request
    // is answered.
    answerVictims(batch);
    for (int i = 0; i < count; i++) {
      batch.set(i, survivors[i]);
    }
    batch.truncate(count);
  }

  private void answerVictims(Batch batch) {
    for (int i = 0; i < reorderer.victims(); i++) {
      int victim = reorderer.victim(i);
      ValidationRequest request = batch.request(victim);
      int read = ValidationRequest.NONE;
      long other = ValidationRequest.NONE;
      if (conflictReports && !request.isRepairable()) {
        read = reorderer.conflictingRead(victim);
        other = batch.request(reorderer.conflictingWriter(victim)).transactionId();
      }
      // A position after the last read of the request belongs to a key that addScanned has added.
      request.abort(
          Decision.VICTIM, read < request.reads() ? read : ValidationRequest.NONE, 0, other);
    }
    for (int i = 0; i < reorderer.victims(); i++) {
      ValidationRequest request = batch.request(reorderer.victim(i));
      if (request.isRepairable()) {
        repairable[repairables++] = request;
      } else {
        request.answer();
      }
    }
  }

  private void appendUnordered(Batch batch) {
    for (int i = 0; i < repairables; i++) {
      append(batch, repairable[i]);
      repairable[i] = null;
    }
    for (int i = 0; i < reservedCount; i++) {
      append(batch, reserved[i]);
      reserved[i] = null;
    }
    repairables = 0;
    reservedCount = 0;
  }

  private static void append(Batch batch, ValidationRequest request) {
    request.unordered();
    batch.add(request);
  }

  @Override
  public int queueDepth() {
    return inbox.size();
  }
}
