package dev.yardmaster.processor.coordinator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.storage.worker.ReadRequest;
import dev.yardmaster.storage.worker.StorageRequest;
import dev.yardmaster.storage.worker.WriteRequest;
import java.util.List;
import java.util.Queue;

/** Sends the reads and writes of one processor's transactions to the shards of the keys. */
public final class StorageLinks {

  private final List<Queue<StorageRequest>> shards;

  @Shared(
      writers = "storage workers",
      readers = "that processor",
      access =
          "JCTools MPSC queue, or SPSC with one worker, bounded by the number of the processor's"
              + " slots times the number of shards")
  private final Queue<StorageRequest> replies;

  /**
   * Creates the links.
   *
   * @param shards the queue of each shard's worker
   * @param replies the queue of the workers' replies
   */
  public StorageLinks(List<Queue<StorageRequest>> shards, Queue<StorageRequest> replies) {
    this.shards = shards;
    this.replies = replies;
  }

  /** Returns the number of shards. */
  int shards() {
    return shards.size();
  }

  /** Creates the messages that read the keys of a slot, one for each shard. */
  ReadRequest[] readRequests(int slot, RunBuffer run) {
    ReadRequest[] requests = new ReadRequest[shards.size()];
    for (int shard = 0; shard < requests.length; shard++) {
      requests[shard] = new ReadRequest(slot, replies, run.reads, run.scans, shard);
    }
    return requests;
  }

  /** Creates the messages that write the keys of a slot, one for each shard. */
  WriteRequest[] writeRequests(int slot, RunBuffer run) {
    WriteRequest[] requests = new WriteRequest[shards.size()];
    for (int shard = 0; shard < requests.length; shard++) {
      requests[shard] = new WriteRequest(slot, replies, run.writes);
    }
    return requests;
  }

  /** Removes and returns the next reply, or returns null if no reply has arrived. */
  StorageRequest reply() {
    return replies.poll();
  }

  /** Sends those reads of a transaction that were not sent yet. */
  void sendReads(TransactionSlot slot) {
    RunBuffer run = slot.run;
    int from = run.readsSent;
    int size = run.reads.size();
    run.readsSent = size;
    for (int position = from; position < size; position++) {
      add(slot, slot.readRequests[shardOf(run.reads.fingerprint(position))], position);
    }
    if (run.scans.size() > run.scansSent) {
      // Each shard can contain keys of any range, because a hash function distributes the keys over
      // the shards. So a scan is sent to every shard.
      for (ReadRequest request : slot.readRequests) {
        slot.outstanding += request.isEmpty() ? 1 : 0;
        request.scanFrom(run.scansSent);
      }
      run.scansSent = run.scans.size();
    }
    for (int shard = 0; shard < slot.readRequests.length; shard++) {
      ReadRequest request = slot.readRequests[shard];
      if (!request.isEmpty()) {
        request.restarted(slot.restarts > 0);
        send(shard, request);
      }
    }
  }

  /** Sends the writes of a transaction whose commit version is known. */
  void sendWrites(TransactionSlot slot) {
    RunBuffer run = slot.run;
    for (int position = 0; position < run.writes.size(); position++) {
      if (run.writes.isWritten(position)) {
        add(slot, slot.writeRequests[shardOf(run.writes.fingerprint(position))], position);
      }
    }
    for (int shard = 0; shard < slot.writeRequests.length; shard++) {
      WriteRequest request = slot.writeRequests[shard];
      if (request.count() > 0) {
        request.version(slot.validation.commitVersion());
        send(shard, request);
      }
    }
  }

  private static void add(TransactionSlot slot, StorageRequest request, int position) {
    if (request.count() == 0) {
      slot.outstanding++;
    }
    request.add(position);
  }

  private int shardOf(long fingerprint) {
    return shardOf(fingerprint, shards.size());
  }

  /** Returns the index of the shard that stores a key, out of {@code shards} shards. */
  public static int shardOf(long fingerprint, int shards) {
    return (int) (((fingerprint >>> 32) * shards) >>> 32);
  }

  private void send(int shard, StorageRequest request) {
    if (!shards.get(shard).offer(request)) {
      throw new IllegalStateException("the queue before storage is full: shard=" + shard);
    }
  }
}
