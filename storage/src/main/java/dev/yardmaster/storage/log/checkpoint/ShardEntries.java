package dev.yardmaster.storage.log.checkpoint;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.storage.worker.EntriesRequest;
import dev.yardmaster.storage.worker.StorageRequest;
import java.io.IOException;
import java.util.List;
import java.util.Queue;

/**
 * Copies entries of running stores to a checkpoint. This class asks one storage worker after
 * another, each time for a bounded number of entries, so transactions continue during the copy. At
 * most one request is in progress. One thread at a time uses the object.
 */
public final class ShardEntries {

  /** Receives entries. */
  @FunctionalInterface
  public interface Receiver {

    /** Receives an entry; the value is null if the key was deleted. */
    void add(Key key, byte[] value, long version) throws IOException;
  }

  private final List<Queue<StorageRequest>> shards;

  @Shared(
      writers = "storage workers",
      readers = "the checkpointer, or the thread that saves a leader's snapshot",
      access =
          "JCTools MPSC queue, or SPSC with one worker, bounded by 1, because at most one"
              + " request is in progress")
  private final Queue<StorageRequest> replies;

  private final EntriesRequest request;
  private long through;
  private int shard;
  private boolean asked;

  /**
   * Creates an object with no copy in progress.
   *
   * @param shards the queue of each shard's worker
   * @param replies the queue for the workers' answers
   * @param request the request to send; its reply queue must be {@code replies}
   */
  public ShardEntries(
      List<Queue<StorageRequest>> shards, Queue<StorageRequest> replies, EntriesRequest request) {
    this.shards = List.copyOf(shards);
    this.replies = replies;
    this.request = request;
    shard = shards.size();
  }

  /** Begins to copy. {@link EntriesRequest#begin} describes the effect of the version. */
  public void begin(long throughVersion) {
    through = throughVersion;
    shard = 0;
    request.begin(through);
  }

  /**
   * Sends the next request, or passes the entries of its answer to a receiver. Does nothing if the
   * answer has not arrived yet.
   *
   * @return the number of messages that were sent or received, 0 or 1
   */
  public int copyTo(Receiver receiver) throws IOException {
    if (!asked) {
      asked = shards.get(shard).offer(request);
      return asked ? 1 : 0;
    }
    if (replies.poll() == null) {
      return 0;
    }
    asked = false;
    for (int i = 0; i < request.entries(); i++) {
      receiver.add(request.key(i), request.value(i), request.version(i));
    }
    if (request.isComplete()) {
      shard++;
      request.begin(through);
    }
    return 1;
  }

  /**
   * Receives the answer to a request in progress, and discards the entries. The next copy must not
   * begin before {@link #isIdle} returns true.
   *
   * @return the number of messages that were received, 0 or 1
   */
  public int takeBack() {
    if (asked && replies.poll() != null) {
      asked = false;
      return 1;
    }
    return 0;
  }

  /** Returns whether no request is in progress. */
  public boolean isIdle() {
    return !asked;
  }

  /** Returns whether the entries of all shards are copied. */
  public boolean areComplete() {
    return shard == shards.size();
  }
}
