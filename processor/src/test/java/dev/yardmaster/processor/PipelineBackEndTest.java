package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.service.InteractiveSession;
import java.util.List;
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
}
