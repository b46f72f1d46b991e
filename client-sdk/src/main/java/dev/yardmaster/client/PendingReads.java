package dev.yardmaster.client;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.client.RemoteTransaction.Reply;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The logic's unanswered reads, with their stages. */
sealed interface PendingReads {

  /**
   * Completes the stages of the reads exceptionally, with the error of a reply. If {@code reply} is
   * null, the error says that the run has ended.
   */
  void fail(Reply reply);

  /** A request of the logic for the values of keys. */
  record Keys(Set<Key> keys, CompletableFuture<Void> there) implements PendingReads {

    @Override
    public void fail(Reply reply) {
      there.completeExceptionally(ended(reply, keys.iterator().next()));
    }
  }

  /**
   * A request of the logic for a scan.
   *
   * @param asked the scan that the client sends to the server
   * @param own the run's own writes in the range at the time of the request
   */
  record OfScan(
      Scan scan, Scan asked, Map<Key, byte[]> own, CompletableFuture<Map<Key, byte[]>> there)
      implements PendingReads {

    @Override
    public void fail(Reply reply) {
      there.completeExceptionally(ended(reply, scan.from()));
    }
  }

  /** Returns the error for a read that does not get a value. */
  static YardmasterException ended(Reply reply, Key key) {
    if (reply instanceof Reply.Refused refused) {
      return refused.error();
    }
    if (reply instanceof Reply.Ended end && !(end.outcome() instanceof Outcome.Committed)) {
      return end.outcome().error();
    }
    if (reply instanceof Reply.NotExecuted notExecuted) {
      return notExecuted.why();
    }
    if (reply instanceof Reply.Lost lost) {
      return lost.why();
    }
    return Failures.over(key);
  }
}
