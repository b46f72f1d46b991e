package dev.yardmaster.proof.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.proof.torture.BankRequest.Kind;
import dev.yardmaster.workloads.smallbank.Receipt;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.SystemEpochClock;
import org.junit.jupiter.api.Test;

/**
 * Tests that the model agrees with a correct service, and that it detects missing and repeated
 * transactions.
 */
class BankModelTest {

  private static final int CUSTOMERS = 4;
  private static final long OPENING_CENTS = 1_000;

  private final BankModel model = new BankModel(CUSTOMERS, OPENING_CENTS);

  private static BankRequest call(Kind kind, int first, int second, long cents) {
    return new BankRequest(new TransactionId(1, 2, 3), kind, first, second, cents);
  }

  @Test
  void agreesWithTheService() {
    EpochClock clock = SystemEpochClock.INSTANCE;
    SplittableRandom random = new SplittableRandom(1);
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      BankRequest.PROCEDURES.forEach(pipeline::register);
      BankModel empty = new BankModel(CUSTOMERS, 0);
      int committed = 0;
      for (int i = 0; i < 2_000; i++) {
        TransactionId id =
            new TransactionId(clock.time(), random.nextInt(1 << 16), random.nextLong());
        BankRequest drawn = BankRequest.draw(id, CUSTOMERS, random);
        assertEquals(drawn, BankRequest.parse(Line.words(drawn.line())));
        Outcome<Receipt> outcome =
            drawn.submit(pipeline).toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
        if (outcome instanceof Outcome.Committed<Receipt> commit) {
          Receipt receipt = commit.value();
          assertEquals(
              Optional.empty(), empty.run(drawn, receipt.changeCents(), receipt.balanceCents()));
          committed++;
        }
      }
      assertTrue(committed > 1_000, "committed: " + committed);
    }
  }

  @Test
  void seesWhatIsMissing() {
    BankRequest deposit = call(Kind.DEPOSIT_CHECKING, 1, 0, 50);
    assertEquals(Optional.empty(), model.run(deposit, 50, 1_050));
    assertTrue(model.run(call(Kind.BALANCE, 1, 0, 0), 0, 2_000).orElseThrow().contains("2050"));
    assertEquals(4 * 2 * OPENING_CENTS + 50, model.totalCents());
  }

  @Test
  void seesWhatCameTwice() {
    BankRequest payment = call(Kind.SEND_PAYMENT, 1, 2, 100);
    assertEquals(Optional.empty(), model.run(payment, 0, 900));
    assertTrue(model.run(payment, 0, 900).isPresent());
  }

  @Test
  void seesAnAccountThatIsNotAsItMustBe() {
    assertEquals(Optional.empty(), model.run(call(Kind.AMALGAMATE, 0, 3, 0), 0, 3_000));
    assertEquals(Optional.empty(), model.check(0, 0, 0));
    assertEquals(Optional.empty(), model.check(3, 3_000, 1_000));
    assertTrue(model.check(3, 1_000, 1_000).isPresent());
    assertTrue(model.check(0, 0, 1).isPresent());
  }

  @Test
  void seesMoneyThatCameFromNowhere() {
    assertTrue(model.run(call(Kind.DEPOSIT_CHECKING, 0, 1, 5), 6, 1_005).isPresent());
  }
}
