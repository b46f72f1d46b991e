package dev.yardmaster.storage.log.checkpoint;

import dev.yardmaster.storage.DiskStore;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.worker.FlushRequest;
import dev.yardmaster.storage.worker.StorageRequest;
import java.io.IOException;
import java.util.List;
import java.util.Queue;

/**
 * Copies to the table of the {@link DiskStore}s the entries that have changed since the last flush,
 * and then reports the result to each shard. The checkpointer calls {@link #finish} only when the
 * log has all copied versions on disk, so the table never contains a write that the log lacks.
 */
public final class TableFlush implements CheckpointTarget {

  private final DiskTable table;
  private final List<Queue<StorageRequest>> shards;
  private final Queue<StorageRequest> replies;
  private final FlushRequest request;
  private final ShardEntries entries;
  private final long mostLogBytes;

  private final TableChanges changes = new TableChanges();
  private CheckpointFormat.Header header;

  /** The number of the next shard that gets the result of the flush. */
  private int nextShard;

  private boolean asked;

  /**
   * Creates the object with no checkpoint in progress.
   *
   * @param shards the queue of each shard's worker
   * @param replies the queue for the workers' answers; at most one request is in progress
   * @param mostLogBytes the growth of the log, in bytes, after which a flush always starts, because
   *     the changes occupy memory
   */
  public TableFlush(
      DiskTable table,
      List<Queue<StorageRequest>> shards,
      Queue<StorageRequest> replies,
      long mostLogBytes) {
    this.table = table;
    this.shards = List.copyOf(shards);
    this.replies = replies;
    request = new FlushRequest(replies);
    entries = new ShardEntries(shards, replies, request);
    this.mostLogBytes = mostLogBytes;
    nextShard = shards.size();
  }

  /**
   * Flushes stores that no worker serves. The thread that owns the stores calls this method.
   *
   * @param stores {@link DiskStore}s
   * @param state the state of the table after the flush
   */
  public static void run(DiskTable table, List<VersionedStore> stores, DiskTable.State state)
      throws IOException {
    FlushRequest request = new FlushRequest(null);
    boolean succeeded = false;
    try {
      TableChanges changes = new TableChanges();
      for (VersionedStore store : stores) {
        request.begin(state.version());
        while (!request.isComplete()) {
          request.serve(store);
          for (int i = 0; i < request.entries(); i++) {
            changes.add(request.key(i), request.value(i), request.version(i));
          }
        }
      }
      long unused = changes.writeTo(table, state);
      succeeded = true;
    } finally {
      request.end(succeeded);
      stores.forEach(request::serve);
    }
  }

  @Override
  public void begin(CheckpointFormat.Header of) {
    header = of;
    entries.begin(header.watermark());
  }

  @Override
  public int copy() throws IOException {
    return entries.copyTo(changes::add);
  }

  @Override
  public boolean isCopied() {
    return entries.areComplete();
  }

  @Override
  public long finish(long horizonMs, long completeFrom) throws IOException {
    long bytes =
        changes.writeTo(table, new DiskTable.State(header.watermark(), completeFrom, horizonMs));
    endRequest(true);
    return bytes;
  }

  @Override
  public void abandon() {
    endRequest(false);
  }

  private void endRequest(boolean succeeded) {
    changes.clear();
    request.end(succeeded);
    nextShard = 0;
  }

  /** Reports the result of the last flush to the shards. */
  @Override
  public int tidy() {
    if (isReady()) {
      return 0;
    }
    if (!asked) {
      asked = shards.get(nextShard).offer(request);
      return asked ? 1 : 0;
    }
    if (replies.poll() == null) {
      return 0;
    }
    asked = false;
    nextShard++;
    return 1;
  }

  @Override
  public boolean isReady() {
    return nextShard == shards.size();
  }

  @Override
  public long mostLogBytes() {
    return mostLogBytes;
  }

  @Override
  public void close() {}
}
