package dev.yardmaster.benchmarks.soak;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the use of the heap after the last collection of any kind. */
final class HeapAfterCollection {

  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class);
  private final Set<String> heapPools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toSet());

  /** Returns the bytes in use after the last collection; 0 if there was no collection. */
  long bytes() {
    GcInfo last = null;
    for (GarbageCollectorMXBean collector : collectors) {
      GcInfo own = collector.getLastGcInfo();
      if (own != null && (last == null || own.getEndTime() > last.getEndTime())) {
        last = own;
      }
    }
    return last == null ? 0 : heapBytes(last.getMemoryUsageAfterGc());
  }

  private long heapBytes(Map<String, MemoryUsage> pools) {
    return pools.entrySet().stream()
        .filter(pool -> heapPools.contains(pool.getKey()))
        .mapToLong(pool -> pool.getValue().getUsed())
        .sum();
  }
}
