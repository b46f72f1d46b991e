package dev.yardmaster.benchmarks.engine;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What threads have allocated. */
final class ThreadAllocation {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private ThreadAllocation() {}

  /** Bytes allocated by this thread since it began. */
  static long byThisThread() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
