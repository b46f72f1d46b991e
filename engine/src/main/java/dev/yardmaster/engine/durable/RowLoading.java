package dev.yardmaster.engine.durable;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.Loader;
import dev.yardmaster.storage.log.format.StoredWrite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.NullUnmarked;

/**
 * Loads the rows of a data directory on several threads, while the calling thread reads the
 * directory. A hash of the key selects the loader, so all writes of one key go to the same loader
 * and keep their order. The order of writes of different keys does not matter. When all {@link
 * #BATCHES} batches of a loader are full, the calling thread waits for one of them to be loaded.
 *
 * <p>Only the thread that creates an instance calls its methods.
 */
@NullUnmarked // Internal: fields and results may be null.
final class RowLoading {

  /** The prefix of the names of the loading threads. */
  static final String THREAD = "yardmaster-database-loading-";

  /**
   * The maximum number of batches of a part: the full batches, the empty batches, the batch that is
   * being filled and the batch that is being loaded.
   */
  private static final int BATCHES = 6;

  private static final int HASH_FACTOR = 0x9E3779B9;

  /** A loader with its batches. The loader loads the rows of a share of the keys. */
  private static final class Part implements Runnable {

    private final Loader loader;
    private RowBatch filling = new RowBatch();
    private int batches = 1;
    private Thread thread;

    @Shared(
        writers = "the thread that opens the database",
        readers = "the thread of the part",
        access = "blocking queue; it never has more entries than its bound of 6 batches")
    private final BlockingQueue<RowBatch> full = new ArrayBlockingQueue<>(BATCHES);

    @Shared(
        writers = "the thread of the part",
        readers = "the thread that opens the database",
        access = "blocking queue; it never has more entries than its bound of 6 batches")
    private final BlockingQueue<RowBatch> empty = new ArrayBlockingQueue<>(BATCHES);

    @Shared(
        writers = "the thread of the part",
        readers = "the thread that opens the database",
        access = "volatile; the first failure stays")
    private volatile Throwable failure;

    Part(Loader loader) {
      this.loader = loader;
    }

    /**
     * Loads batches until the last batch. The thread of the part runs this method. After a failure,
     * this method returns further batches without loading them.
     */
    @Override
    public void run() {
      boolean isLast = false;
      while (!isLast) {
        RowBatch batch = take(full);
        isLast = batch.isLast();
        if (failure == null) {
          try {
            batch.load(loader);
          } catch (RuntimeException | Error e) { // The opening thread rethrows the failure.
            failure = e;
          }
        }
        empty.add(batch);
      }
    }

    private static RowBatch take(BlockingQueue<RowBatch> from) {
      boolean interrupted = false;
      while (true) {
        try {
          RowBatch batch = from.take();
          if (interrupted) {
            Thread.currentThread().interrupt();
          }
          return batch;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }

    void handOver() {
      full.add(filling);
      filling = empty.poll();
      if (filling == null && batches < BATCHES) {
        filling = new RowBatch();
        batches++;
      }
      if (filling == null) {
        filling = take(empty);
      }
    }

    /** Waits until all batches are loaded. */
    void drain() {
      if (thread == null) {
        filling.load(loader);
        return;
      }
      full.add(filling);
      List<RowBatch> idle = new ArrayList<>();
      while (idle.size() < batches) {
        idle.add(take(empty));
      }
      filling = idle.remove(0);
      empty.addAll(idle);
    }

    void throwFailure() {
      Throwable why = failure;
      if (why != null) {
        throw new IllegalStateException("a row cannot be loaded: " + why, why);
      }
    }
  }

  private final Part[] parts;
  private final boolean startsThreads;

  /**
   * Creates an object with one part for each loader.
   *
   * @param loaders the loaders, at least one
   * @param startsThreads whether each loader gets a thread; if not, the calling thread loads the
   *     rows
   */
  RowLoading(List<Loader> loaders, boolean startsThreads) {
    parts = loaders.stream().map(Part::new).toArray(Part[]::new);
    this.startsThreads = startsThreads;
  }

  /** Adds a write of a table. The key must be of the table's kind, a number or a byte string. */
  void add(Table table, StoredWrite write) {
    Part part = parts.length == 1 ? parts[0] : parts[partOf(write)];
    part.filling.add(table, write);
    if (part.filling.isFull()) {
      load(part);
    }
  }

  private int partOf(StoredWrite write) {
    int hash = write.kind() == Key.Kind.NUMBER ? Long.hashCode(write.number()) : write.idHash();
    hash *= HASH_FACTOR;
    return (int) (((hash & 0xFFFF_FFFFL) * parts.length) >>> Integer.SIZE);
  }

  private void load(Part part) {
    if (!startsThreads) {
      part.filling.load(part.loader);
      return;
    }
    if (part.thread == null) {
      part.thread = new Thread(part, THREAD + Arrays.asList(parts).indexOf(part));
      part.thread.setDaemon(true);
      part.thread.start();
    }
    part.handOver();
    part.throwFailure();
  }

  /** Removes all rows of a table that were added so far. */
  void clear(Table table) {
    for (Part part : parts) {
      part.drain();
    }
    for (Part part : parts) {
      part.throwFailure();
    }
    parts[0].loader.clear(table);
  }

  /**
   * Loads all remaining batches, and waits until all threads have ended.
   *
   * @throws IllegalStateException if a row could not be loaded
   */
  void finish() {
    for (Part part : parts) {
      if (part.thread == null) {
        part.filling.load(part.loader);
      }
    }
    end();
    for (Part part : parts) {
      part.throwFailure();
      part.loader.end();
    }
  }

  /** Ends all threads after their last batches, and waits for them. */
  void end() {
    for (Part part : parts) {
      if (part.thread != null) {
        part.filling.markLast();
        part.full.add(part.filling);
      }
    }
    for (Part part : parts) {
      if (part.thread != null) {
        LogWork.join(part.thread);
        part.thread = null;
      }
    }
  }
}
