package dev.yardmaster.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.workloads.smallbank.Receipt;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Tests the client of an open loop by advancing the client and its clock step by step. */
class OpenClientTest {

  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;

  private final Held service = new Held();
  private final LoopState state = new LoopState();
  private long nowNs;

  private OpenClient client(OpenLoad load) {
    OpenClient client =
        new OpenClient(
            service, new SmallBank(10, 0, 1).begin(1).client(0), state, () -> nowNs, load);
    client.begin(nowNs);
    state.enter(LoopPhase.RECORDED);
    return client;
  }

  private static OpenLoad perSecond(double rate, OpenLoad.Arrivals arrivals, int maxOutstanding) {
    return new OpenLoad(rate, arrivals, maxOutstanding, 3);
  }

  @Test
  void transactionsComeWhenTheyAreDueHoweverManyAreOutstanding() {
    OpenClient client = client(perSecond(1_000, OpenLoad.Arrivals.CONSTANT, 100));
    nowNs = MS - 1;
    assertEquals(0, client.doWork());
    nowNs = MS;
    assertEquals(1, client.doWork());
    nowNs = 5 * MS;
    assertEquals(4, client.doWork());
    assertEquals(5, client.outstanding());
    assertEquals(5, service.held.size());
  }

  @Test
  void latencyRunsFromWhenATransactionWasDue() {
    OpenClient client = client(perSecond(1_000, OpenLoad.Arrivals.CONSTANT, 100));
    nowNs = 11 * MS; // The thread of the client is delayed by 10 ms.
    assertEquals(11, client.doWork());
    nowNs = 12 * MS;
    service.commitAll();
    assertEquals(11, client.latencyNs().getTotalCount());
    assertEquals(11, Math.round((double) client.latencyNs().getMaxValue() / MS));
    assertEquals(1, Math.round((double) client.latencyNs().getMinValue() / MS));
  }

  @Test
  void whatFindsNoSlotIsDroppedAndCounted() {
    OpenClient client = client(perSecond(1_000, OpenLoad.Arrivals.CONSTANT, 3));
    nowNs = 10 * MS;
    client.doWork();
    assertEquals(10, client.offered());
    assertEquals(7, client.dropped());
    service.commitAll();
    assertEquals(3, client.committed());
    nowNs = 12 * MS;
    client.doWork();
    assertEquals(7, client.dropped());
  }

  @Test
  void whatIsRefusedIsNotTriedAgain() {
    OpenClient client = client(perSecond(1_000, OpenLoad.Arrivals.CONSTANT, 3));
    service.refuses = true;
    nowNs = 5 * MS;
    client.doWork();
    client.tick();
    assertEquals(5, service.submitted);
    assertEquals(5, client.overloaded());
    assertEquals(0, client.dropped());
    assertEquals(0, client.outstanding());
    assertEquals(0, client.latencyNs().getTotalCount());
  }

  @Test
  void nothingIsSubmittedWhenTheRunIsOver() {
    OpenClient client = client(perSecond(1_000, OpenLoad.Arrivals.CONSTANT, 3));
    state.enter(LoopPhase.DRAINING);
    nowNs = 5 * MS;
    client.doWork();
    assertEquals(0, service.submitted);
  }

  @Test
  void poissonArrivalsHaveTheRateAndTheSpreadOfTheirLaw() {
    ArrivalGaps gaps = perSecond(50_000, OpenLoad.Arrivals.POISSON, 1).gaps();
    int count = 100_000;
    double sum = 0;
    double sumOfSquares = 0;
    for (int i = 0; i < count; i++) {
      double gap = gaps.nextNs() / 20_000.0;
      sum += gap;
      sumOfSquares += gap * gap;
    }
    double mean = sum / count;
    assertEquals(1, mean, 0.02);
    assertEquals(1, sumOfSquares / count - mean * mean, 0.05);
  }

  @Test
  void aSeedDrawsTheSameGaps() {
    ArrivalGaps one = perSecond(700, OpenLoad.Arrivals.POISSON, 1).gaps();
    ArrivalGaps other = perSecond(700, OpenLoad.Arrivals.POISSON, 1).gaps();
    for (int i = 0; i < 100; i++) {
      assertEquals(one.nextNs(), other.nextNs());
    }
  }

  @Test
  void constantGapsThatAreNoWholeNumberKeepTheRate() {
    ArrivalGaps gaps = perSecond(3_000_000, OpenLoad.Arrivals.CONSTANT, 1).gaps();
    long sumNs = 0;
    for (int i = 0; i < 3_000_000; i++) {
      sumNs += gaps.nextNs();
    }
    assertTrue(Math.abs(SECOND - sumNs) < 10, sumNs + " ns");
  }

  @Test
  void aServiceKeepsUpThatAnswersAllThatIsDue() {
    assertEquals(
        1, values(new ClientCounts(1_000, 1_000, 0, 0, 1_000, 0)).get(ArrivalMetrics.KEPT_UP));
    assertEquals(1, values(new ClientCounts(900, 980, 0, 0, 1_000, 0)).get(ArrivalMetrics.KEPT_UP));
    assertEquals(0, values(new ClientCounts(900, 900, 0, 0, 1_000, 0)).get(ArrivalMetrics.KEPT_UP));
    assertEquals(0, values(new ClientCounts(999, 999, 0, 0, 1_000, 1)).get(ArrivalMetrics.KEPT_UP));
    assertEquals(0, values(new ClientCounts(999, 999, 0, 1, 1_000, 0)).get(ArrivalMetrics.KEPT_UP));
    assertEquals(
        500, values(new ClientCounts(999, 999, 0, 1, 1_000, 0)).get(ArrivalMetrics.OFFERED));
  }

  private static MetricValues values(ClientCounts counts) {
    return ArrivalMetrics.of(new RecordedInterval(2 * SECOND, counts, 0, null, 0, null));
  }

  /** A service that holds submissions until the test commits them. */
  private static final class Held implements TransactionService {
    private final Queue<CompletableFuture<Outcome<Receipt>>> held = new ArrayDeque<>();
    private boolean refuses;
    private int submitted;

    void commitAll() {
      while (!held.isEmpty()) {
        held.remove().complete(new Outcome.Committed<>(new Receipt(0, 0), 0, 0, 0, null));
      }
    }

    @Override
    @SuppressWarnings("unchecked") // All procedures of the bank return receipts.
    public <A, R> CompletionStage<Outcome<R>> submit(
        Procedure<A, R> procedure, A argument, TransactionOptions options) {
      submitted++;
      CompletableFuture<Outcome<Receipt>> outcome = new CompletableFuture<>();
      if (refuses) {
        outcome.complete(
            new Outcome.Rejected<>(new YardmasterException(ErrorCode.OVERLOADED, "no room")));
      } else {
        held.add(outcome);
      }
      return (CompletionStage<Outcome<R>>) (CompletionStage<?>) outcome;
    }

    @Override
    public void register(Procedure<?, ?> procedure) {}

    @Override
    public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Outcome<Object>> submit(
        String procedure, Object argument, TransactionOptions options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
