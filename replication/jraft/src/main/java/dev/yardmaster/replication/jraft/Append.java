package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Status;
import dev.yardmaster.replication.UnknownOutcomeException;
import java.util.concurrent.CompletableFuture;

/**
 * An append that JRaft has accepted. The applying thread completes the future when the entry was
 * applied. JRaft calls {@link #run} if the append fails.
 *
 * <p>JRaft's error codes do not show whether the entry is in the log. For example, EPERM has two
 * meanings: the member was not the leader in the term, or the member lost the leadership after it
 * had appended the entry.
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
