package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.processor.coordinator.WakeUp;
import dev.yardmaster.service.InteractiveSession;
import dev.yardmaster.service.OpenTransaction;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests back ends whose agents the test itself runs. */
@Timeout(30)
class PipelineBackEndTest {

  private static void runAll(PipelineBackEnd backEnd) throws Exception {
    for (Agent agent : backEnd.agents().all()) {
      agent.doWork();
    }
  }

  @Test
  void itIsNotDrainedWhileALambdaHasOnlyReadOnItsCallersThread() throws Exception {
    PipelineBackEnd backEnd =
        new PipelineBackEnd(PipelineConfig.defaults(), new PipelineParts(), null, () -> {});
    InteractiveSession session = backEnd.session(TransactionOptions.defaults(), null);
    assertTrue(session.begin());
    session.values(List.of(Key.of("t", 1)));
    backEnd.drain();
    runAll(backEnd);
    assertFalse(backEnd.isDrained());
    session.end();
    assertTrue(backEnd.isDrained());
  }

  @Test
  void submissionsAndStepsWakeThreadsThatSleep() throws Exception {
    PipelineBackEnd backEnd =
        new PipelineBackEnd(PipelineConfig.defaults(), new PipelineParts(), null, () -> {});
    WakeUp wakeUp = backEnd.agents().wakeUp();
    Answers answers = new Answers();
    OpenTransaction transaction = backEnd.open(TransactionOptions.defaults(), null, answers);
    int beforeSubmission = wakeUp.request();
    transaction.read(List.of(Key.of("t", 1)));
    assertTrue(wakeUp.isSignalledSince(beforeSubmission));
    while (answers.count == 0) {
      runAll(backEnd);
    }
    int beforeStep = wakeUp.request();
    transaction.commit(Map.of(), null);
    assertTrue(wakeUp.isSignalledSince(beforeStep));
    while (answers.outcome == null) {
      runAll(backEnd);
    }
    assertInstanceOf(Outcome.Committed.class, answers.outcome);
  }

  @Test
  void aHostHasOneThreadWhateverTheLayout() {
    AgentHost host =
        new AgentHost() {
          @Override
          public void run(Agent agent) {}

          @Override
          public void wakeUp() {}

          @Override
          public boolean stop(long timeoutNs) {
            return true;
          }

          @Override
          public boolean isHostThread() {
            return false;
          }
        };
    PipelineConfig spread = PipelineConfig.builder().threads(ThreadLayout.SPREAD).build();
    PipelineBackEnd backEnd = new PipelineBackEnd(spread, new PipelineParts(), host, null);
    assertEquals(1, backEnd.agents().processors().size());
    assertEquals(1, backEnd.agents().storage().workers().size());
  }

  /** Counts the replies to the steps of a transaction. */
  private static final class Answers implements OpenTransaction.Listener {
    private int count;
    private Outcome<Object> outcome;

    @Override
    public void values(byte[][] values) {
      count++;
    }

    @Override
    public void scanned(ScannedEntries entries) {
      count++;
    }

    @Override
    public void refused(YardmasterException error) {
      throw error;
    }

    @Override
    public void restarted(int restarts, ConflictReport lastConflict) {}

    @Override
    public void ended(Outcome<Object> ended) {
      outcome = ended;
    }
  }
}
