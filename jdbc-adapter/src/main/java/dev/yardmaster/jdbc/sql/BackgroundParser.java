package dev.yardmaster.jdbc.sql;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Parses texts on a separate thread, so that no thread of an application loads and runs the parser.
 * All databases of the process share the thread, which ends when it has had no text for {@value
 * #IDLE_S} s.
 */
public final class BackgroundParser {
  private static final int MAX_WAITING_TEXTS = 1_000;
  private static final int IDLE_S = 5;

  private static final ThreadPoolExecutor THREAD =
      new ThreadPoolExecutor(
          1,
          1,
          IDLE_S,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MAX_WAITING_TEXTS),
          work -> {
            // The thread must not keep a reference to the class loader, or to inheritable values,
            // of the application that first used it.
            Thread thread = new Thread(null, work, "yardmaster-sql-parser", 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(BackgroundParser.class.getClassLoader());
            return thread;
          });

  static {
    THREAD.allowCoreThreadTimeOut(true);
  }

  private BackgroundParser() {}

  /**
   * Returns the executor. Throws {@link java.util.concurrent.RejectedExecutionException} if {@value
   * #MAX_WAITING_TEXTS} texts wait.
   */
  public static Executor executor() {
    return THREAD;
  }
}
