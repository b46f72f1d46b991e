package dev.yardmaster.engine.interleave;

import dev.yardmaster.annotations.Shared;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A core on which all threads of a run start. Only one of these threads runs at a time. If the
 * threads were on two cores, passing the baton would take two to three times as long, because the
 * kernel would first wake the other core.
 *
 * <p>Java cannot choose the core of a thread, but on Linux a new thread may use the same cores as
 * the thread that started it. So for each core, {@code taskset} restricts one thread to this core,
 * and this thread starts the workers. Threads that a worker starts are on the same core, too. In
 * three cases the kernel chooses the cores: on other systems, without {@code taskset}, and while
 * another run uses this core.
 */
final class SingleCore {

  private static final Path THREAD = Path.of("/proc/thread-self");

  /**
   * The position of the field "processor" of {@code /proc/thread-self/stat} among the fields after
   * the name.
   */
  private static final int PROCESSOR = 36;

  private static final int LONGEST_START_S = 10;

  /** No restriction: the kernel chooses the cores. */
  static final SingleCore ANY = new SingleCore(Runnable::run);

  private static final Map<Integer, SingleCore> CORES = new ConcurrentHashMap<>();

  /** Runs tasks on this core. */
  private final Executor starter;

  /** Whether a run of this process uses the core. */
  @Shared(
      writers = "the threads that call Interleaver.run, at the start and the end of a run",
      readers = "the same threads",
      access = "compare-and-set to take the core, volatile write to release it")
  private final AtomicBoolean taken = new AtomicBoolean();

  private SingleCore(Executor starter) {
    this.starter = starter;
  }

  /**
   * Returns the core on which the calling thread runs, or {@link #ANY} if another run has taken
   * this core or the core is unknown. Any thread may call this method; the caller calls {@link
   * #release} after the run.
   */
  static SingleCore take() {
    int core = current();
    if (core < 0) {
      return ANY;
    }
    SingleCore own = CORES.computeIfAbsent(core, SingleCore::restricted);
    return own.taken.compareAndSet(false, true) ? own : ANY;
  }

  private static SingleCore restricted(int core) {
    Executor starter =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "core-" + core);
              thread.setDaemon(true);
              return thread;
            });
    starter.execute(() -> restrictThisThread(core));
    return new SingleCore(starter);
  }

  /** Starts threads on this core; returns after the start. */
  void start(List<Thread> threads) {
    CompletableFuture.runAsync(() -> threads.forEach(Thread::start), starter).join();
  }

  /** Ends the caller's use of the core. */
  void release() {
    taken.set(false);
  }

  /**
   * Returns the core on which the calling thread runs, or -1 if the system does not report the
   * core.
   */
  static int current() {
    try {
      String stat = Files.readString(THREAD.resolve("stat"));
      // The thread's name, in parentheses, may contain spaces.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ", -1);
      return fields.length > PROCESSOR ? Integer.parseInt(fields[PROCESSOR]) : -1;
    } catch (IOException e) {
      return -1;
    }
  }

  private static void restrictThisThread(int core) {
    try {
      Path thread = Files.readSymbolicLink(THREAD).getFileName();
      Process taskset =
          new ProcessBuilder("taskset", "-c", "-p", Integer.toString(core), thread.toString())
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start();
      if (!taskset.waitFor(LONGEST_START_S, TimeUnit.SECONDS)) {
        taskset.destroyForcibly();
      }
    } catch (IOException e) {
      // Without taskset, the kernel chooses the core.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
