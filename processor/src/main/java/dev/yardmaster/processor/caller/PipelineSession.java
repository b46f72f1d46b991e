package dev.yardmaster.processor.caller;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.processor.coordinator.InteractiveWork;
import dev.yardmaster.processor.coordinator.InteractiveWork.Reply;
import dev.yardmaster.processor.coordinator.Processor;
import dev.yardmaster.service.InteractiveSession;
import dev.yardmaster.service.ServiceOutcomes;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Runs the logic of an interactive transaction on the caller's own thread. The thread waits for the
 * reply to each operation.
 */
public final class PipelineSession implements InteractiveWork.Caller, InteractiveSession {

  private final Thread caller = Thread.currentThread();
  private final InteractiveWork work;
  private final Processor processor;
  private final CallerSide side;
  private final BooleanSupplier serviceTerminated;
  private boolean takesTurns = true;

  /**
   * Whether the current run has tried to read keys on the caller's own thread, without the
   * processor.
   */
  private boolean reads;

  private boolean interrupted;
  private boolean waitWasBroken;

  /** Creates the session of a transaction that begins now, on the thread of its caller. */
  public PipelineSession(
      TransactionOptions options,
      KeptOutcome kept,
      long beganNs,
      Processor processor,
      CallerSide side) {
    this.work = new InteractiveWork(options, kept, beganNs, processor, this);
    this.processor = processor;
    this.side = side;
    this.serviceTerminated = side.serviceTerminated();
  }

  @Override
  public boolean begin() {
    if (!work.isSubmitted()) {
      side.turns().arrive(work.deadlineNs() - side.clock().nanoTime());
    }
    if (work.kept() == null) {
      return true;
    }
    return read(List.of()) == Reply.VALUES && !abandonedByInterrupt();
  }

  @Override
  public byte[][] values(List<Key> keys) {
    if (mayReadHere()) {
      if (!reads) {
        reads = true;
        side.reads().begin();
      }
      if (work.readHere(keys, side.reads())) {
        return work.values();
      }
    }
    requireGiven(read(keys), keys.get(0));
    return work.values();
  }

  @Override
  public ScannedEntries scan(Scan scan) {
    requireGiven(call(() -> work.scan(scan, serviceTerminated)), scan.from());
    return work.entries();
  }

  private void requireGiven(Reply got, Key key) {
    if (got == Reply.REFUSED) {
      throw work.refusal();
    }
    if (got == Reply.OVER || abandonedByInterrupt()) {
      throw Failures.over(key);
    }
  }

  /**
   * If the thread is interrupted, abandons the transaction and returns true. This method checks the
   * interrupt flag because a wait does not check it if the reply has already arrived.
   */
  private boolean abandonedByInterrupt() {
    if (Thread.interrupted()) {
      interrupted = true;
    }
    if (interrupted) {
      call(() -> work.abandon(serviceTerminated));
    }
    return interrupted;
  }

  @Override
  public Outcome<Object> commit(Map<Key, byte[]> writes, Object result) {
    if (abandonedByInterrupt()) {
      return work.outcome();
    }
    return call(() -> work.commit(writes, result, serviceTerminated)) == Reply.RESTART
        ? null
        : work.outcome();
  }

  @Override
  public Outcome<Object> fail(Throwable thrown) {
    if (thrown instanceof VirtualMachineError) {
      // After such an error, the thread may have too little stack or memory left to run the agents.
      takesTurns = false;
    }
    return call(() -> work.fail(thrown, serviceTerminated)) == Reply.RESTART
        ? null
        : work.outcome();
  }

  @Override
  public Outcome<Object> outcome() {
    return work.outcome();
  }

  @Override
  public int restarts() {
    return work.restarts();
  }

  @Override
  public ConflictReport lastConflict() {
    return work.lastConflict();
  }

  @Override
  public void end() {
    side.turns().abandon();
    if (reads) {
      side.reads().end();
    }
    if (interrupted) {
      caller.interrupt();
    }
  }

  /**
   * Returns whether the logic may read on the caller's own thread, without the processor. The logic
   * must not read on this thread if the caller was interrupted, or if the transaction has reached
   * its deadline or has its outcome. In these cases, the processor must end the transaction.
   */
  private boolean mayReadHere() {
    if (Thread.interrupted()) {
      interrupted = true;
    }
    return !interrupted
        && work.outcome() == null
        && !serviceTerminated.getAsBoolean()
        && (work.isSubmitted() || !work.isExpired(side.clock().nanoTime()));
  }

  private Reply read(List<Key> keys) {
    return call(() -> work.read(keys, serviceTerminated));
  }

  private Reply call(BooleanSupplier operation) {
    if (work.outcome() != null) {
      return Reply.OVER;
    }
    if (waitWasBroken) {
      throw new IllegalStateException("an error has ended the caller's wait for a reply");
    }
    if (!handOver(operation)) {
      return Reply.OVER;
    }
    // The flag is cleared only after the wait. If the wait throws an exception, the operation is
    // still in progress, so the flag stays set and no further operation may follow.
    waitWasBroken = true;
    Reply got = await();
    waitWasBroken = false;
    return got;
  }

  /** Passes an operation to the processor, and runs the agents if this thread gets the turn. */
  private boolean handOver(BooleanSupplier operation) {
    if (!takesTurns || !side.turns().begin()) {
      return operation.getAsBoolean();
    }
    boolean waits = false;
    try {
      waits = operation.getAsBoolean();
    } finally {
      side.turns().end(waits ? this::isAnswered : () -> true);
    }
    return waits;
  }

  private Reply await() {
    int pauses = 0;
    while (work.reply() == Reply.NONE) {
      if (serviceTerminated.getAsBoolean() && work.reply() == Reply.NONE) {
        return endWithService();
      }
      if (Thread.interrupted()) {
        interrupted = true;
      }
      if (work.isWaiting() && withdraw()) {
        return Reply.OVER;
      }
      if (!takesTurns || !side.turns().run(this::isAnswered)) {
        side.pause().moment(pauses++, this::isAnswered);
      }
    }
    return work.reply();
  }

  private Reply endWithService() {
    YardmasterException closed = ServiceOutcomes.closed(null);
    // If the processor has never admitted the transaction, its writes are not on disk.
    boolean mayBeOnDisk = work.isCommitting() && processor.isDurable() && !work.withdraw();
    return endHere(
        mayBeOnDisk ? ServiceOutcomes.unknownSince(closed) : new Outcome.Rejected<>(closed));
  }

  private boolean isAnswered() {
    return work.reply() != Reply.NONE;
  }

  private boolean withdraw() {
    boolean expired = work.isExpired(side.clock().nanoTime());
    if (!(expired || interrupted) || !work.withdraw()) {
      return false;
    }
    if (interrupted) {
      endHere(ServiceOutcomes.givenUp());
    } else {
      work.timedOut(0, null);
    }
    return true;
  }

  private Reply endHere(Outcome<Object> end) {
    work.endHere(end);
    return Reply.OVER;
  }

  @Override
  public void replied(Reply reply) {
    side.turns().wake(caller);
  }

  @Override
  public boolean watchesItsTime() {
    return true;
  }
}
