package dev.yardmaster.benchmarks.engine.round;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Reads the number of bytes that a thread has allocated. */
final class ThreadAllocation {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private ThreadAllocation() {}

  /** Returns the number of bytes that the current thread has allocated since its start. */
  static long byThisThread() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
