package dev.yardmaster.storage.worker;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.storage.DiskStore;
import dev.yardmaster.storage.table.DiskTable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import org.agrona.concurrent.Agent;

/**
 * Reads keys from disk that are not in the memory of the {@link DiskStore}s of the shards, so that
 * the shards' workers need not wait for the disk. The reader answers requests in the order of
 * arrival. The reader runs on its own thread, and throws an exception if the service may no longer
 * use the table.
 */
public final class TableReader implements Agent {

  /**
   * When the requests of one read have this number of keys, the reader adds no further request, so
   * that the values fit into memory.
   */
  static final int KEYS_TOGETHER = 4_096;

  private final DiskTable table;

  @Shared(
      writers = "storage workers",
      readers = "the reader",
      access = "JCTools MPSC queue, or SPSC with one worker, bounded by the number of all slots")
  private final Queue<ReadRequest> inbox;

  private final List<Queue<StorageRequest>> shards;

  /** The maximum number of requests in one duty cycle. */
  private final int batch;

  // The requests of this duty cycle, and the keys to read for them.
  private final List<ReadRequest> requests = new ArrayList<>();
  private final List<Key> keys = new ArrayList<>();

  /**
   * Creates a reader.
   *
   * @param inbox the queue of requests; this reader is its only consumer
   * @param shards the queue of each shard's worker, to which the requests return
   */
  public TableReader(
      DiskTable table, Queue<ReadRequest> inbox, List<Queue<StorageRequest>> shards) {
    this.table = table;
    this.inbox = inbox;
    this.shards = List.copyOf(shards);
    batch = table.readsTogether();
  }

  @Override
  public int doWork() {
    table.check();
    ReadRequest request;
    while (requests.size() < batch
        && keys.size() < KEYS_TOGETHER
        && (request = inbox.poll()) != null) {
      requests.add(request);
      request.addMissing(keys);
    }
    int answered = requests.size();
    if (answered > 0) {
      read();
    }
    return answered;
  }

  /** Reads the keys of all collected requests together, and answers the requests. */
  private void read() {
    Iterator<DiskTable.Found> values = table.get(keys).iterator();
    for (ReadRequest request : requests) {
      request.read(values);
      if (!shards.get(request.shard()).offer(request)) {
        throw new IllegalStateException("the worker's queue is full: slot=" + request.slot());
      }
    }
    requests.clear();
    keys.clear();
  }

  @Override
  public String roleName() {
    return "table-reader";
  }
}
