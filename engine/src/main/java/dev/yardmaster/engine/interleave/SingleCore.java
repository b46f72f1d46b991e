package dev.yardmaster.engine.interleave;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts the threads of a run on one core. Only one of these threads runs at a time, and on two
 * cores passing the baton takes two to three times as long, because the kernel first wakes the
 * other core.
 *
 * <p>Java cannot choose a thread's core, but on Linux a thread starts with the cores of the thread
 * that started it. So {@code taskset} restricts one thread per core, which then starts the workers.
 * On other systems, and without {@code taskset}, the workers run on any core.
 */
final class SingleCore {

  private static final Path THREAD = Path.of("/proc/thread-self");

  /** The position of the field "processor" of {@code /proc/thread-self/stat} after the name. */
  private static final int PROCESSOR = 36;

  /** For each core, the thread that starts workers on it. */
  private static final Map<Integer, SingleCore> CORES = new ConcurrentHashMap<>();

  private final ExecutorService starter;

  private SingleCore(int core) {
    starter =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "core-" + core);
              thread.setDaemon(true);
              return thread;
            });
    starter.execute(() -> restrictThisThread(core));
  }

  /** Starts threads on the core on which the caller's thread runs; returns after the start. */
  static void start(List<Thread> threads) {
    int core = current();
    if (core < 0) {
      threads.forEach(Thread::start);
    } else {
      SingleCore chosen = CORES.computeIfAbsent(core, SingleCore::new);
      CompletableFuture.runAsync(() -> threads.forEach(Thread::start), chosen.starter).join();
    }
  }

  /** Returns the core on which the caller's thread runs, or -1 if the system is not Linux. */
  static int current() {
    try {
      String stat = Files.readString(THREAD.resolve("stat"));
      // The thread's name, in parentheses, may contain spaces.
      return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[PROCESSOR]);
    } catch (IOException e) {
      return -1;
    }
  }

  private static void restrictThisThread(int core) {
    try {
      Path thread = Files.readSymbolicLink(THREAD).getFileName();
      new ProcessBuilder("taskset", "-c", "-p", Integer.toString(core), thread.toString())
          .redirectErrorStream(true)
          .redirectOutput(Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      // There is no taskset.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
