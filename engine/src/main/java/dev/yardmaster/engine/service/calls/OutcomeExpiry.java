package dev.yardmaster.engine.service.calls;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.service.worker.ServiceWorker;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableKeys;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Deletes the outcomes that the service has kept for transaction ids older than the horizon. If
 * there are more outcomes than the limit, also deletes the oldest outcomes. First the horizon
 * rises, so that older ids are refused. Then ordinary transactions delete the outcomes, in batches
 * of at most {@link #MOST}. One worker's thread calls the methods, except {@link #kept}.
 */
public final class OutcomeExpiry {

  private static final long EVERY_NS = 1_000_000_000L;
  private static final int MOST = 256;

  /**
   * The maximum number of calls of the worker's tidy method after one batch of deletions. These
   * calls remove the deleted outcomes from the index, so that the size of the index does not
   * include them.
   */
  private static final int TIDIES = 16;

  private static final Key LOWEST = firstKeyOf(0);

  private final ServiceWorker serviceWorker;
  private final Table outcomes;
  private final OutcomeHorizon horizon;
  private final int maxOutcomes;
  private final LongSupplier clockNs;
  private final List<byte[]> found = new ArrayList<>();
  private long dueNs;

  public OutcomeExpiry(
      ServiceWorker serviceWorker,
      KeyTables tables,
      OutcomeHorizon horizon,
      int maxOutcomes,
      LongSupplier clockNs) {
    this.serviceWorker = serviceWorker;
    outcomes = tables.of(LOWEST);
    this.horizon = horizon;
    this.maxOutcomes = maxOutcomes;
    this.clockNs = clockNs;
    dueNs = clockNs.getAsLong() + EVERY_NS;
  }

  private static Key firstKeyOf(long createdMs) {
    return new TransactionId(createdMs, 0, 0).outcomeKey();
  }

  /**
   * Deletes a batch of outcomes if the time for the next batch has come. If the batch is full, the
   * next batch is due immediately. Returns whether a batch was due.
   */
  boolean someIfDue() {
    long nowNs = clockNs.getAsLong();
    boolean isDue = nowNs - dueNs >= 0;
    if (isDue) {
      dueNs = some() == MOST ? nowNs : nowNs + EVERY_NS;
    }
    return isDue;
  }

  /** Deletes a batch of outcomes and returns the size of the batch. */
  int some() {
    raiseByNumber();
    Key end = firstKeyOf(horizon.advance());
    int forgotten = commits(records -> delete(records, end)) ? found.size() : 0;
    for (int i = 0; i < TIDIES && !serviceWorker.worker().isTidy(); i++) {
      serviceWorker.worker().tidy();
    }
    return forgotten;
  }

  /**
   * If there are more outcomes than the limit allows, raises the horizon above the ids of the
   * oldest outcomes, so that these ids are refused.
   */
  private void raiseByNumber() {
    int excess = (int) Math.min(MOST, outcomes.index().size() - maxOutcomes);
    if (excess > 0
        && commits(records -> find(records, firstKeyOf(TransactionId.MAX_CREATED_MS), excess))
        && !found.isEmpty()) {
      Key last = Key.restored(LOWEST.table(), found.get(found.size() - 1));
      horizon.raise(TransactionId.ofOutcomeKey(last).createdMs() + 1);
    }
  }

  private void delete(RecordTransaction records, Key end) {
    find(records, end, MOST);
    for (byte[] rest : found) {
      var unused = records.delete(outcomes, TableKeys.number(LOWEST, rest), rest);
    }
  }

  private void find(RecordTransaction records, Key end, int most) {
    found.clear();
    byte[] from = TableKeys.rest(LOWEST);
    byte[] to = TableKeys.rest(end);
    var unused =
        records.scan(
            outcomes,
            TableKeys.number(LOWEST, from),
            from,
            TableKeys.number(end, to),
            to,
            most,
            false,
            (key, rest, row) -> found.add(rest));
  }

  /** Returns the number of kept outcomes. Any thread may call this method. */
  public long kept() {
    return outcomes.index().size();
  }

  /**
   * Runs one attempt of a transaction, and returns whether it has committed. After a conflict with
   * a caller's transaction, the attempt is not repeated; the next batch deletes the outcomes.
   */
  private boolean commits(RecordLogic logic) {
    serviceWorker.point().expectNothing();
    serviceWorker.worker().begin();
    return serviceWorker.attempt(logic) == AttemptResult.COMMITTED;
  }
}
