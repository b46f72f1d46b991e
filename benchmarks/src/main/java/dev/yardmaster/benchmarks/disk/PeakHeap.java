package dev.yardmaster.benchmarks.disk;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/**
 * The highest use of the heap since this object was created, minus the use at that time. The figure
 * is an upper bound, because it includes garbage that no collection has removed, and because the
 * memory pools may reach their peaks at different times.
 */
public final class PeakHeap {

  private final List<MemoryPoolMXBean> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .toList();

  private final long usedBefore;

  /** Collects garbage, and begins to record the use of the heap. */
  public PeakHeap() {
    System.gc();
    pools.forEach(MemoryPoolMXBean::resetPeakUsage);
    usedBefore = used();
  }

  private static long used() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Returns the highest use, in bytes. */
  public long bytes() {
    return pools.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum() - usedBefore;
  }

  /** Collects garbage, and returns the present use, in bytes. */
  public long bytesInUse() {
    System.gc();
    return used() - usedBefore;
  }
}
