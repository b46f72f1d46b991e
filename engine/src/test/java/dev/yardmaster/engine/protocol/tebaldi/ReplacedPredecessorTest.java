package dev.yardmaster.engine.protocol.tebaldi;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import org.junit.jupiter.api.Test;

/** Tests predecessors that a transaction inherits while it is checking its other predecessors. */
class ReplacedPredecessorTest {

  private static final int X = 1;
  private static final int P = 2;
  private static final int GROUP = 1;

  /**
   * A transaction has checked its predecessor on worker X. Then the transaction inherits the next
   * transaction of worker X as a predecessor, so it must check worker X again.
   */
  @Test
  void aPredecessorThatReplacesAnEarlierOneIsLookedAt() {
    Database database = new Database(new Tebaldi(3), 3);
    Worker worker = database.worker(0, new ThreadPace(() -> 0));
    SharedWords words = worker.context().words();
    boolean[] isArmed = new boolean[1];
    PipelineStates states =
        new PipelineStates(3) {
          @Override
          long get(SharedWords shared, int of) {
            if (isArmed[0] && of == P) { // Worker 0's thread slept after it checked X.
              isArmed[0] = false;
              set(shared, X, state(6, GROUP, 3));
              publish(shared, P, new long[] {predecessor(X, 6)}, 1);
              set(shared, P, state(9, GROUP, LAST));
            }
            return super.get(shared, of);
          }
        };
    RuntimePipeline pipeline = new RuntimePipeline(worker.context(), 3, states, null);
    states.set(words, X, PipelineStates.state(5, GROUP, 8));
    states.set(words, P, PipelineStates.state(9, GROUP, 2));
    pipeline.begin(TransactionGroup.numbered(GROUP).build());
    pipeline.follow(X, states.get(words, X), true);
    pipeline.follow(P, states.get(words, P), true);
    isArmed[0] = true;
    boolean mayEnter = pipeline.mayEnter(5);
    assertFalse(isArmed[0]);
    assertTrue(pipeline.isPredecessor(X, states.get(words, X)));
    assertFalse(mayEnter, "X is in step 3, and precedes this transaction");
  }
}
