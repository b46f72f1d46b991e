package dev.yardmaster.processor.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.coordinator.TransactionSlot.Phase;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.worker.ReadRequest;
import dev.yardmaster.storage.worker.WriteRequest;
import dev.yardmaster.validator.ValidationRequest;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the outcomes of the transactions that are in flight when the agents have stopped. */
class UnansweredTransactionsTest {

  private static final YardmasterException CLOSED =
      new YardmasterException(ErrorCode.CLOSED, "closed");
  private static final Set<Phase> MAY_BE_LOGGED = EnumSet.of(Phase.VALIDATING, Phase.INSTALLING);

  private static TransactionSlot slot(int index) {
    return new TransactionSlot(
        index,
        new RunBuffer(
            new WriteSet(), new Fingerprints(1, 2), new TransactionLimits(10, 100, 1_000, 1), 1),
        new ReadRequest[0],
        new WriteRequest[0],
        new ValidationRequest(index, new ArrayDeque<>()),
        null,
        null);
  }

  private static InteractiveWork work() {
    return new InteractiveWork(
        TransactionOptions.defaults(),
        null,
        0,
        null,
        new InteractiveWork.Caller() {
          @Override
          public void replied(InteractiveWork.Reply reply) {
            assertEquals(InteractiveWork.Reply.OVER, reply);
          }

          @Override
          public boolean watchesItsTime() {
            return false;
          }
        });
  }

  @Test
  void onlyATransactionThatMayBeInTheLogHasAnUnknownOutcome() {
    for (boolean durable : new boolean[] {false, true}) {
      SlotPool pool = new SlotPool(Phase.values().length, UnansweredTransactionsTest::slot);
      InteractiveWork[] works = new InteractiveWork[pool.size()];
      for (Phase phase : EnumSet.complementOf(EnumSet.of(Phase.FREE))) {
        TransactionSlot slot = pool.get(phase.ordinal());
        slot.phase = phase;
        slot.work = works[phase.ordinal()] = work();
      }
      new UnansweredTransactions(pool, new Submissions(4), null, durable).reject(CLOSED);
      for (Phase phase : EnumSet.complementOf(EnumSet.of(Phase.FREE))) {
        Outcome<Object> outcome = works[phase.ordinal()].outcome();
        if (durable && MAY_BE_LOGGED.contains(phase)) {
          assertInstanceOf(Outcome.Unknown.class, outcome, phase.name());
        } else {
          assertEquals(
              CLOSED, assertInstanceOf(Outcome.Rejected.class, outcome).error(), phase.name());
        }
        assertNull(pool.get(phase.ordinal()).work);
      }
    }
  }

  /** The slot keeps its phase until the writes are installed. */
  @Test
  void anAnsweredTransactionGetsNoSecondOutcome() {
    SlotPool pool = new SlotPool(1, UnansweredTransactionsTest::slot);
    pool.get(0).phase = Phase.INSTALLING;
    new UnansweredTransactions(pool, new Submissions(4), null, true).reject(CLOSED);
    assertNull(pool.get(0).work);
  }
}
