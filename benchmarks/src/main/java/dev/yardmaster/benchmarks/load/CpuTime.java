package dev.yardmaster.benchmarks.load;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Time that threads of this process have spent on processors, in ns. A thread that spins while it
 * has nothing to do spends it too; one that sleeps or waits does not.
 */
public final class CpuTime {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private CpuTime() {}

  /** Of all threads of this process since it began, those of the virtual machine included. */
  public static long ofThisProcess() {
    return PROCESS.getProcessCpuTime();
  }

  /** Of the calling thread since it began. */
  public static long ofThisThread() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** The ids of all threads that run now. */
  static Set<Long> threads() {
    return Arrays.stream(THREADS.getAllThreadIds()).boxed().collect(Collectors.toSet());
  }

  /**
   * Of all threads that run now and did not before, together, whenever it is asked: a thread that
   * has ended until then is left out.
   */
  static LongSupplier ofThreadsSince(Set<Long> before) {
    long[] begun =
        Arrays.stream(THREADS.getAllThreadIds()).filter(id -> !before.contains(id)).toArray();
    return () -> Arrays.stream(THREADS.getThreadCpuTime(begun)).filter(ns -> ns > 0).sum();
  }
}
