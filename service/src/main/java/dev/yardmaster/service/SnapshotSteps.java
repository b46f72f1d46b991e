package dev.yardmaster.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.YardmasterException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * A snapshot for a remote client. It has the interface of an {@link OpenTransaction}, but can only
 * read. So a server applies the rules for open transactions to snapshots too: the limits, the idle
 * time, and the end with the connection. The first step is {@link #open}. A request to commit or to
 * fail is refused; {@link #abandon} closes the snapshot.
 */
public final class SnapshotSteps implements OpenTransaction {

  /** Receives the replies to the steps of a snapshot. */
  public interface Listener extends OpenTransaction.Listener {

    /** Reports that the snapshot is open at a version. */
    void opened(long version);
  }

  private final EncodedCalls service;
  private final SnapshotOptions options;
  private final Listener listener;

  /**
   * The snapshot; null until it is open. The client sends a step only after the reply to the
   * previous step, so only one thread at a time uses the field.
   */
  private OpenSnapshot snapshot;

  /** Creates the steps of a snapshot that is not open yet. */
  public SnapshotSteps(EncodedCalls service, SnapshotOptions options, Listener listener) {
    this.service = service;
    this.options = options;
    this.listener = listener;
  }

  /** Opens the snapshot. */
  public void open() {
    if (snapshot != null) {
      refuse("the snapshot is already open");
      return;
    }
    reply(
        service.snapshot(options),
        opened -> {
          snapshot = opened;
          listener.opened(opened.version());
        });
  }

  @Override
  public void read(List<Key> keys) {
    reply(snapshot.values(keys), listener::values);
  }

  @Override
  public void scan(Scan scan) {
    page(scan, false);
  }

  /** Requests the first entries of a range; see {@link OpenSnapshot#page}. */
  public void page(Scan scan, boolean afterFirst) {
    reply(snapshot.page(scan, afterFirst), listener::scanned);
  }

  private <T> void reply(CompletionStage<T> step, Consumer<T> result) {
    var unused =
        step.whenComplete(
            (value, thrown) -> {
              if (thrown == null) {
                result.accept(value);
              } else {
                failed(thrown instanceof CompletionException ? thrown.getCause() : thrown);
              }
            });
  }

  private void failed(Throwable thrown) {
    if (!(thrown instanceof YardmasterException error)) {
      end(ServiceOutcomes.unknown(thrown));
    } else if (snapshot != null && error.code() == ErrorCode.OVERLOADED) {
      listener.refused(error);
    } else {
      end(new Outcome.Rejected<>(error));
    }
  }

  private void end(Outcome<Object> outcome) {
    if (snapshot != null) {
      snapshot.close();
    }
    listener.ended(outcome);
  }

  private void refuse(String why) {
    listener.refused(new YardmasterException(ErrorCode.BAD_MESSAGE, why));
  }

  @Override
  public void commit(Map<Key, byte[]> writes, Object result) {
    refuse("a snapshot has no commit; abandon closes it");
  }

  @Override
  public void fail(YardmasterException error) {
    refuse("a snapshot has no logic; abandon closes it");
  }

  @Override
  public void abort(String reason) {
    refuse("a snapshot has no logic; abandon closes it");
  }

  @Override
  public void abandon() {
    end(ServiceOutcomes.givenUp());
  }

  @Override
  public boolean withdraw() {
    return false;
  }
}
