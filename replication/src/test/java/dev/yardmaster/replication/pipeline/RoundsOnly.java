package dev.yardmaster.replication.pipeline;

import dev.yardmaster.replication.LogStatus;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.ReplicatedLog;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A log that is only asked for read indexes, which the test completes.
 *
 * @param rounds receives the requests
 */
record RoundsOnly(List<CompletableFuture<Long>> rounds) implements ReplicatedLog {

  @Override
  public CompletableFuture<Long> readIndex() {
    CompletableFuture<Long> round = new CompletableFuture<>();
    rounds.add(round);
    return round;
  }

  @Override
  public CompletableFuture<Long> append(long term, ByteBuffer entry) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Long> confirmRead() {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> transferLeadership(String member) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> changeMembers(Collection<Member> members) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> recoverAlone() {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Long> snapshot() {
    throw new UnsupportedOperationException();
  }

  @Override
  public LogStatus status() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
