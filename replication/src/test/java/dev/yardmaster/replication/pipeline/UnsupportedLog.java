package dev.yardmaster.replication.pipeline;

import dev.yardmaster.replication.LogStatus;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.ReplicatedLog;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;

/**
 * A log whose methods, except {@link #close}, must not be called. A test overrides the methods that
 * it needs.
 */
class UnsupportedLog implements ReplicatedLog {

  @Override
  public CompletableFuture<Long> append(long term, ByteBuffer entry) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Long> confirmRead() {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Long> readIndex() {
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
  public void close() {}
}
