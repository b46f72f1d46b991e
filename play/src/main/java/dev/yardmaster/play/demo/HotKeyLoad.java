package dev.yardmaster.play.demo;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionService;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.agrona.concurrent.NanoClock;

/**
 * Keeps a constant number of transactions on the hot item in flight until {@link #close}. One
 * thread submits the transactions. The outcomes arrive on the threads of the service.
 */
final class HotKeyLoad implements AutoCloseable {

  /** The share of sales; the other transactions are visits. */
  static final double SALES = 0.2;

  static final int VISITORS = 10_000;

  private static final long END_TIMEOUT_S = 30;

  private final TransactionService service;
  private final int inFlight;
  private final NanoClock clock;
  private final LongConsumer latenciesNs;
  private final SplittableRandom random;

  @Shared(
      writers = "the submitting thread, and the threads on which outcomes arrive",
      readers = "the thread that ends the load",
      access = "semaphore with one permit for each transaction that may be in flight")
  private final Semaphore free;

  @Shared(
      writers = "the threads on which outcomes arrive",
      readers = "the thread that ends the load",
      access = "atomic")
  private final AtomicLong sales = new AtomicLong();

  @Shared(
      writers = "the threads on which outcomes arrive",
      readers = "the thread that ends the load",
      access = "atomic")
  private final AtomicLong failures = new AtomicLong();

  private final Thread submitter = new Thread(this::submitUntilInterrupted, "demo-load");

  /**
   * Starts the load.
   *
   * @param latenciesNs receives the latency of each committed transaction, from its submission to
   *     its outcome, in ns; any thread of the service may call the consumer
   */
  HotKeyLoad(
      TransactionService service,
      int inFlight,
      long seed,
      NanoClock clock,
      LongConsumer latenciesNs) {
    this.service = service;
    this.inFlight = inFlight;
    this.clock = clock;
    this.latenciesNs = latenciesNs;
    random = new SplittableRandom(seed);
    free = new Semaphore(inFlight);
    service.register(HotItem.SALE);
    service.register(HotItem.VISIT);
    submitter.setDaemon(true);
    submitter.start();
  }

  private void submitUntilInterrupted() {
    try {
      while (true) {
        free.acquire();
        boolean isSale = random.nextDouble() < SALES;
        submit(isSale ? HotItem.SALE : HotItem.VISIT, random.nextInt(VISITORS));
      }
    } catch (InterruptedException ended) {
      // The load is closed.
    }
  }

  private void submit(Procedure<Long, Long> procedure, long person) {
    long beganNs = clock.nanoTime();
    var unused =
        service
            .submit(procedure, person)
            .whenComplete(
                (outcome, never) -> {
                  try {
                    count(procedure, outcome, beganNs);
                  } finally {
                    free.release();
                  }
                });
  }

  private void count(Procedure<Long, Long> procedure, Outcome<Long> outcome, long beganNs) {
    if (!(outcome instanceof Outcome.Committed<Long>)) {
      failures.incrementAndGet();
      return;
    }
    if (procedure == HotItem.SALE) {
      sales.incrementAndGet();
    }
    latenciesNs.accept(clock.nanoTime() - beganNs);
  }

  /** Returns the number of sales that committed. */
  long sales() {
    return sales.get();
  }

  /** Returns the number of transactions that ended without a commit. */
  long failures() {
    return failures.get();
  }

  /**
   * Stops submitting, and waits until the transactions in flight have ended.
   *
   * @throws IllegalStateException if a transaction has no outcome after {@value #END_TIMEOUT_S} s
   */
  void end() throws InterruptedException {
    submitter.interrupt();
    submitter.join();
    if (!free.tryAcquire(inFlight, END_TIMEOUT_S, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          (inFlight - free.availablePermits())
              + " transactions have no outcome after "
              + END_TIMEOUT_S
              + " s");
    }
  }

  /** Stops submitting. */
  @Override
  public void close() {
    submitter.interrupt();
  }
}
