package dev.yardmaster.processor.caller;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.RemoteFailure;
import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.processor.coordinator.InteractiveWork;
import dev.yardmaster.processor.coordinator.Processor;
import dev.yardmaster.service.OpenTransaction;
import dev.yardmaster.service.ServiceOutcomes;
import dev.yardmaster.service.TransactionLimits;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** An interactive transaction of the pipeline whose logic runs at a remote client. */
public final class PipelineOpenTransaction implements OpenTransaction {

  private final InteractiveWork work;
  private final BooleanSupplier serviceTerminated;
  private final Listener listener;
  private final TransactionLimits limits;

  /** Creates an open transaction that begins now. */
  public PipelineOpenTransaction(
      TransactionOptions options,
      KeptOutcome kept,
      long beganNs,
      Processor processor,
      BooleanSupplier serviceTerminated,
      Listener listener,
      TransactionLimits limits) {
    this.work = new InteractiveWork(options, kept, beganNs, processor, new ListenerCaller());
    this.serviceTerminated = serviceTerminated;
    this.listener = listener;
    this.limits = limits;
  }

  @Override
  public void read(List<Key> keys) {
    handedOver(work.read(keys, serviceTerminated));
  }

  @Override
  public void scan(Scan scan) {
    handedOver(work.scan(scan, serviceTerminated));
  }

  @Override
  public void commit(Map<Key, byte[]> writes, Object result) {
    try {
      limits.checkWrites(writes);
    } catch (YardmasterException error) {
      fail(error);
      return;
    }
    handedOver(work.commit(writes, result, serviceTerminated));
  }

  @Override
  public void fail(YardmasterException error) {
    handedOver(work.fail(new RemoteFailure(error), serviceTerminated));
  }

  @Override
  public void abort(String reason) {
    handedOver(work.fail(new UserAbort(reason), serviceTerminated));
  }

  @Override
  public void abandon() {
    handedOver(work.abandon(serviceTerminated));
  }

  @Override
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
