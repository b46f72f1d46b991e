package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.error.RaftError;
import dev.yardmaster.replication.NotLeaderException;
import dev.yardmaster.replication.UnknownOutcomeException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An append in progress. JRaft runs it if the append fails; the applying thread completes it. */
record Append(CompletableFuture<Long> future) implements Closure {

  void applied(long index) {
    future.complete(index);
  }

  @Override
  public void run(Status status) {
    future.completeExceptionally(failure(status));
  }

  /**
   * The exception for an error of an append or a change of members. JRaft refuses with EBUSY before
   * it appends. EPERM means that it has refused, or that the leader has stepped down after it
   * appended, so the outcome is unknown, as with all other errors.
   */
  static Exception failure(Status status) {
    return status.getRaftError() == RaftError.EBUSY
        ? new NotLeaderException(status.toString(), Optional.empty())
        : new UnknownOutcomeException(status.toString());
  }
}
