package dev.yardmaster.replication.pipeline;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.replication.Replica;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Passes the ownership of a replica's stores between the log's thread and a thread that answers
 * reads of snapshots. The log's thread owns the stores during each call of the replica. The second
 * thread owns the stores during each of its tasks. The lock is fair, so the log waits for at most
 * one task, and the duration of each task is bounded.
 */
final class StoreOwnership implements Executor, AutoCloseable {

  /** The time without a task after which the thread ends, in seconds. */
  private static final long IDLE_S = 10;

  @Shared(
      writers = "the log's thread, the thread that answers reads, the closing thread",
      readers = "the same",
      access = "fair ReentrantLock; its holder owns the stores of a machine that does not lead")
  private final ReentrantLock lock = new ReentrantLock(true);

  private final ThreadPoolExecutor thread;

  StoreOwnership() {
    thread =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_S,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            run -> {
              Thread reads = new Thread(run, "yardmaster-follower-reads");
              reads.setDaemon(true);
              return reads;
            },
            // After the close, the calling thread can run the task itself: the task only finds that
            // its snapshot has ended.
            (task, pool) -> task.run());
    thread.allowCoreThreadTimeOut(true);
  }

  /**
   * Schedules a task. It runs on a thread that owns the stores while the task runs. Any thread may
   * call this method.
   */
  @Override
  public void execute(Runnable task) {
    thread.execute(() -> own(task));
  }

  /** Runs a task on the calling thread, which owns the stores while the task runs. */
  void own(Runnable task) {
    lock.lock();
    try {
      task.run();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns a replica that forwards each call to the given replica. The calling thread owns the
   * stores during the call.
   */
  Replica owned(Replica replica) {
    return new Owned(replica);
  }

  /** Ends the thread after it has run the waiting tasks. */
  @Override
  public void close() {
    thread.shutdown();
  }

  private final class Owned implements Replica {
    private final Replica replica;

    Owned(Replica replica) {
      this.replica = replica;
    }

    @Override
    public void apply(long index, long term, ByteBuffer entry) {
      own(() -> replica.apply(index, term, entry));
    }

    @Override
    public void startLeading(long term) {
      own(() -> replica.startLeading(term));
    }

    @Override
    public void stopLeading(long term) {
      own(() -> replica.stopLeading(term));
    }

    @Override
    public Save save(Path folder) throws IOException {
      lock.lock();
      try {
        return replica.save(folder);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public boolean flushesWhenSaved() {
      return replica.flushesWhenSaved();
    }

    @Override
    public void load(Path folder) throws IOException {
      lock.lock();
      try {
        replica.load(folder);
      } finally {
        lock.unlock();
      }
    }
  }
}
