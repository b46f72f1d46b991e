package dev.yardmaster.server.security;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Daemon threads that compute the signatures and key agreements of TLS handshakes, so that the
 * threads of connections do not compute them. If too many handshakes wait, {@link #execute} throws
 * {@link RejectedExecutionException}, and the handshake fails. This class is thread-safe.
 */
public final class HandshakeThreads implements Executor, AutoCloseable {

  private static final int KEEP_ALIVE_S = 30;
  private static final int CLOSE_TIMEOUT_S = 5;

  private final ThreadPoolExecutor threads;

  /**
   * Creates threads, which start when there is work.
   *
   * @param name the beginning of the threads' names
   * @param count the maximum number of threads
   * @param maxWaiting the maximum number of tasks that wait for a thread
   */
  public HandshakeThreads(String name, int count, int maxWaiting) {
    threads =
        new ThreadPoolExecutor(
            count,
            count,
            KEEP_ALIVE_S,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(maxWaiting),
            new DefaultThreadFactory(name, true));
    threads.allowCoreThreadTimeOut(true);
  }

  @Override
  public void execute(Runnable task) {
    threads.execute(task);
  }

  /**
   * Drops the waiting tasks and ends the threads. Call this method only after the connections are
   * closed.
   */
  @Override
  public void close() {
    threads.shutdownNow();
    try {
      threads.awaitTermination(CLOSE_TIMEOUT_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
