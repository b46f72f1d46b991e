package dev.yardmaster.processor;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.RemoteFailure;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.processor.coordinator.InteractiveWork;
import dev.yardmaster.processor.coordinator.Processor;
import dev.yardmaster.service.ServiceOutcomes;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * An interactive transaction whose logic runs at the other end of a connection. One thread at a
 * time requests the steps. The thread requests a step only after the {@link Listener} has received
 * the reply to the previous step.
 *
 * <p>After {@link Listener#restarted}, the logic starts again with an empty read set. The logic
 * discards its writes and all values that its steps returned.
 */
public final class OpenTransaction {

  /**
   * Receives exactly one reply to each step. The outcome may also arrive while no step is in
   * progress, because the transaction's deadline has passed or the service has ended. A step that
   * was requested at the same time then receives the outcome again as its reply. A thread of the
   * service calls the methods, so the methods must not block.
   */
  public interface Listener {

    /**
     * Receives the values of the requested keys, in the order of the keys. The arrays must not be
     * changed.
     */
    void values(byte[][] values);

    /**
     * Receives the entries that the requested scan has found. The values of the entries must not be
     * changed.
     */
    void scanned(ScannedEntries entries);

    /** Reports that the step was refused. The transaction continues. */
    void refused(YardmasterException error);

    /**
     * Reports that the run was discarded because of a conflict.
     *
     * @param restarts the number of runs that were discarded so far
     * @param lastConflict the conflict of the last discarded run, or null if it is unknown
     */
    void restarted(int restarts, ConflictReport lastConflict);

    /** Receives the transaction's outcome. */
    void ended(Outcome<Object> outcome);
  }

  private final InteractiveWork work;
  private final BooleanSupplier serviceTerminated;
  private final Listener listener;
  private final int maxValueBytes;

  OpenTransaction(
      TransactionOptions options,
      KeptOutcome kept,
      long beganNs,
      Processor processor,
      BooleanSupplier serviceTerminated,
      Listener listener,
      int maxValueBytes) {
    this.work = new InteractiveWork(options, kept, beganNs, processor, new ListenerCaller());
    this.serviceTerminated = serviceTerminated;
    this.listener = listener;
    this.maxValueBytes = maxValueBytes;
  }

  /** Requests the values of keys in one step. An empty list only starts the run. */
  public void read(List<Key> keys) {
    handedOver(work.read(keys, serviceTerminated));
  }

  /** Requests the entries that a scan finds, without the transaction's own writes. */
  public void scan(Scan scan) {
    handedOver(work.scan(scan, serviceTerminated));
  }

  /**
   * Requests the commit.
   *
   * @param writes the written value of each key; null deletes the key. The caller must not change
   *     the map and the arrays afterwards
   * @param result the logic's result; must have one of the basic types if the transaction has an id
   */
  public void commit(Map<Key, byte[]> writes, Object result) {
    try {
      for (Map.Entry<Key, byte[]> write : writes.entrySet()) {
        if (write.getValue() != null) {
          Values.check(write.getKey(), write.getValue(), maxValueBytes);
        }
      }
    } catch (YardmasterException error) {
      fail(error);
      return;
    }
    handedOver(work.commit(writes, result, serviceTerminated));
  }

  /** Ends the run with the logic's failure. The transaction ends if its reads are current. */
  public void fail(YardmasterException error) {
    handedOver(work.fail(new RemoteFailure(error), serviceTerminated));
  }

  /** Ends the run with the logic's own abort. The transaction ends if its reads are current. */
  public void abort(String reason) {
    handedOver(work.fail(new UserAbort(reason), serviceTerminated));
  }

  /** Abandons the transaction. Like the other steps, this step gets one reply. */
  public void abandon() {
    handedOver(work.abandon(serviceTerminated));
  }

  /**
   * Withdraws the transaction if it is still waiting for admission, even while its first step is in
   * progress. A withdrawn transaction has its outcome. The server calls this method when the client
   * has disconnected.
   *
   * @return whether the transaction was withdrawn
   */
  public boolean withdraw() {
    if (!work.isSubmitted() || !work.withdraw()) {
      return false;
    }
    work.ended(ServiceOutcomes.givenUp());
    return true;
  }

  private void handedOver(boolean taken) {
    if (!taken) {
      listener.ended(work.outcome());
    }
  }

  /** Forwards the processor's replies to the listener. */
  private final class ListenerCaller implements InteractiveWork.Caller {

    @Override
    public void replied(InteractiveWork.Reply reply) {
      switch (reply) {
        case VALUES -> listener.values(work.values());
        case ENTRIES -> listener.scanned(work.entries());
        case REFUSED -> listener.refused(work.refusal());
        case RESTART -> listener.restarted(work.restarts(), work.lastConflict());
        case OVER -> listener.ended(work.outcome());
        case NONE -> throw new AssertionError("the processor replied with NONE");
      }
    }

    @Override
    public boolean watchesItsTime() {
      return false;
    }
  }
}
