package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Status;
import dev.yardmaster.replication.UnknownOutcomeException;
import java.util.concurrent.CompletableFuture;

/**
 * An append that JRaft has accepted. The applying thread completes it; JRaft runs it if it fails.
 *
 * <p>JRaft's codes do not tell whether the entry is in the log: EPERM means that the member did not
 * lead in the term, or that it stopped leading after it had appended the entry.
 */
record Append(CompletableFuture<Long> future) implements Closure {

  void applied(long index) {
    future.complete(index);
  }

  @Override
  public void run(Status status) {
    future.completeExceptionally(new UnknownOutcomeException("the append failed: " + status));
  }
}
