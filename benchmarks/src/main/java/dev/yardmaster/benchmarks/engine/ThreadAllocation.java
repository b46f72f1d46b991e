package dev.yardmaster.benchmarks.engine;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The bytes that threads have allocated. */
final class ThreadAllocation {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private ThreadAllocation() {}

  /** Returns the bytes that this thread has allocated since it started. */
  static long byThisThread() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
