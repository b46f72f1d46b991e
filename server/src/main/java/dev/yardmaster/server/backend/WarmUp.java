package dev.yardmaster.server.backend;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.service.OpenTransaction;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs transactions once on a separate pipeline in memory, so that the JVM loads and compiles the
 * code of a leader before this server leads. A follower runs no transactions. Without a warm-up,
 * the first answers of a new leader come some tenths of a second later.
 *
 * <p>The separate pipeline has the settings of the leader's pipeline, except that its data are in
 * memory. Its log confirms each group immediately. Any thread may call the methods.
 */
final class WarmUp implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

  /**
   * The number of one-shot transactions that are in flight together, and also the number of
   * interactive transactions.
   */
  private static final int CALLS = 8;

  private static final int ROUNDS = 250;

  /** The number of transactions of a round. */
  static final int ROUND_TRANSACTIONS = 2 * CALLS;

  static final int TRANSACTIONS = ROUND_TRANSACTIONS * ROUNDS;

  private static final String TABLE = "warm-up";

  /** The keys of all interactive transactions, so that some of them conflict. */
  private static final List<Key> CONTENDED = List.of(Key.of(TABLE, "a"), Key.of(TABLE, "b"));

  private final PipelineConfig config;
  private final TransactionIds ids = TransactionIds.ofThisMachine();

  @Shared(
      writers = "threads that start the warm-up",
      readers = "the same, the thread that closes the server",
      access = "guarded by this object's monitor")
  private Thread thread;

  @Shared(
      writers = "the log's thread, the thread that closes the server",
      readers = "the warm-up's thread, threads that start the warm-up",
      access = "volatile; set once")
  private volatile boolean stopped;

  /** Creates a warm-up that has not begun, for the pipelines with the given settings. */
  WarmUp(PipelineConfig config) {
    this.config =
        config.onCores(Runtime.getRuntime().availableProcessors()).toBuilder()
            .storage(Storage.MEMORY)
            .build();
  }

  /** Begins the warm-up on a new thread, unless the warm-up has already begun or was stopped. */
  synchronized void start() {
    if (thread == null && !stopped) {
      thread = new Thread(this::runOrWarn, "yardmaster-warm-up");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /**
   * Requests the end of the warm-up after the transactions in flight. Does not wait for the end of
   * the warm-up.
   */
  void stop() {
    stopped = true;
  }

  boolean isStopped() {
    return stopped;
  }

  /** Stops the warm-up, and waits until its threads have ended. */
  @Override
  public void close() {
    stop();
    Thread started;
    synchronized (this) {
      started = thread;
    }
    if (started != null) {
      try {
        started.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns whether the warm-up has begun. */
  synchronized boolean hasBegun() {
    return thread != null;
  }

  private void runOrWarn() {
    try {
      long unused = run(() -> !stopped);
    } catch (RuntimeException e) {
      LOG.warn("the warm-up has failed, so the first answers of this leader will be slow", e);
    }
  }

  /**
   * Runs the transactions, and waits for them on the calling thread.
   *
   * @param goesOn is called before each round; false ends the warm-up
   * @return the number of commits
   */
  long run(BooleanSupplier goesOn) {
    try (Pipeline pipeline = Pipeline.start(config, new InMemoryParts(config.storageWorkers()))) {
      for (int round = 0; round < ROUNDS && goesOn.getAsBoolean(); round++) {
        runRound(pipeline.encoded());
      }
      return pipeline.counters().committed();
    }
  }

  private void runRound(EncodedCalls calls) {
    List<CompletableFuture<?>> ends = new ArrayList<>();
    for (int call = 0; call < CALLS; call++) {
      // These transactions use separate keys. Otherwise the pipeline would repair the procedure
      // while its code is cold, and log a warning.
      Key key = Key.of(TABLE, call);
      OneShot add = OneShot.builder().read(key).add(key, 1).build();
      ends.add(calls.submit(add, options()).toCompletableFuture());
      ends.add(new Interactive(calls).end);
    }
    CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).join();
  }

  private TransactionOptions options() {
    return TransactionOptions.defaults().withId(ids.next());
  }

  /** An interactive transaction that reads and writes the contended keys. */
  private final class Interactive implements OpenTransaction.Listener {
    final CompletableFuture<Void> end = new CompletableFuture<>();
    private final OpenTransaction transaction;

    Interactive(EncodedCalls calls) {
      transaction = calls.open(options(), this);
      transaction.read(CONTENDED);
    }

    @Override
    public void values(byte[][] values) {
      byte[] written = new byte[Long.BYTES];
      transaction.commit(Map.of(CONTENDED.get(0), written, CONTENDED.get(1), written), 0L);
    }

    @Override
    public void restarted(int restarts, ConflictReport lastConflict) {
      transaction.read(CONTENDED);
    }

    @Override
    public void scanned(ScannedEntries entries) {
      throw new IllegalStateException("no scan was requested");
    }

    @Override
    public void refused(YardmasterException error) {
      transaction.abandon();
    }

    @Override
    public void ended(Outcome<Object> outcome) {
      end.complete(null);
    }
  }

  /** The parts of a pipeline with a log that confirms each group and stores nothing. */
  private static final class InMemoryParts extends PipelineParts implements GroupReplication {
    private static final long TERM = 1;

    private final Start start;
    private long previousVersion;

    InMemoryParts(int shards) {
      List<VersionedStore> stores = IntStream.range(0, shards).mapToObj(shard -> store()).toList();
      stores.forEach(store -> store.keepReplaced(false));
      start = new Start(stores, 0, 0, TERM, null);
    }

    @Override
    public GroupReplication replication() {
      return this;
    }

    @Override
    public Start start() {
      return start;
    }

    @Override
    public void append(ReplicatedGroup group, long horizonMs, End end) {
      var unused = group.seal(TERM, previousVersion, horizonMs);
      previousVersion = group.lastVersion();
      end.succeeded();
    }

    @Override
    public void confirm(End end) {
      end.succeeded();
    }

    @Override
    public void closed() {}
  }
}
