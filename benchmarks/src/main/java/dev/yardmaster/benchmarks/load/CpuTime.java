package dev.yardmaster.benchmarks.load;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The processor time that threads of this process have used, in ns. The time includes the spinning
 * of idle threads, but not the time of sleeping or waiting threads.
 */
public final class CpuTime {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private CpuTime() {}

  /**
   * Returns the processor time of all threads of this process since it started, including the JVM's
   * own threads.
   */
  public static long ofThisProcess() {
    return PROCESS.getProcessCpuTime();
  }

  /** Returns the processor time of the calling thread since it started. */
  public static long ofThisThread() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Returns the ids of all running threads. */
  static Set<Long> threads() {
    return Arrays.stream(THREADS.getAllThreadIds()).boxed().collect(Collectors.toSet());
  }

  /**
   * Returns a supplier of the total processor time of the threads that are running now, except
   * those in {@code before}. If a thread ends before the supplier is called, its time is omitted.
   */
  static LongSupplier ofThreadsSince(Set<Long> before) {
    long[] begun =
        Arrays.stream(THREADS.getAllThreadIds()).filter(id -> !before.contains(id)).toArray();
    return () -> Arrays.stream(THREADS.getThreadCpuTime(begun)).filter(ns -> ns > 0).sum();
  }
}
