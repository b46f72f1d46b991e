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
 * time asks for one step after the other, each only after the {@link Listener} has received the
 * reply to the step before.
 *
 * <p>After {@link Listener#restarted} the logic starts again with an empty read set; its writes and
 * all values that its steps returned are discarded.
 */
public final class OpenTransaction {

  /**
   * Receives exactly one reply to each step. The outcome may also come while no step is under way,
   * when the transaction's deadline has passed or the service has ended; a step that is on its way
   * then gets the outcome again as its reply. Called by a thread of the service, which it must not
   * block.
   */
  public interface Listener {

    /** The values of the keys that were asked for, in their order; must not be changed. */
    void values(byte[][] values);

    /** The entries that the requested scan has found; must not be changed. */
    void scanned(ScannedEntries entries);

    /** The step was refused, and the transaction goes on. */
    void refused(YardmasterException error);

    /**
     * A conflict discarded the run.
     *
     * @param restarts how many runs were discarded so far
     * @param lastConflict the conflict of the last discarded run, or null
     */
    void restarted(int restarts, ConflictReport lastConflict);

    /** The transaction's outcome. */
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

  /** Asks for the values of keys, all at once; an empty list only starts the run. */
  public void read(List<Key> keys) {
    handedOver(work.read(keys, serviceTerminated));
  }

  /** Asks for the entries that a scan finds, without the transaction's own writes. */
  public void scan(Scan scan) {
    handedOver(work.scan(scan, serviceTerminated));
  }

  /**
   * Asks for the commit.
   *
   * @param writes values by key, null to delete; the service takes over both
   * @param result the logic's result, of the basic types if the transaction has an id
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

  /** Ends the run with the logic's failure, once its reads are found to be current. */
  public void fail(YardmasterException error) {
    handedOver(work.fail(new RemoteFailure(error), serviceTerminated));
  }

  /** Ends the run with the logic's own abort, once its reads are found to be current. */
  public void abort(String reason) {
    handedOver(work.fail(new UserAbort(reason), serviceTerminated));
  }

  /** Abandons the transaction. This is a step like the others. */
  public void abandon() {
    handedOver(work.abandon(serviceTerminated));
  }

  /**
   * Withdraws the transaction if it still waits for admission, also while its first step is under
   * way. A withdrawn transaction has its outcome. For a caller that has disconnected.
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

  /** Forwards the processor's replies. */
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
