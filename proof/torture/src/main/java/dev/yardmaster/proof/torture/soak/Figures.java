package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.engine.service.EngineService;
import dev.yardmaster.proof.torture.Line;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measurements of the resources that a process uses, made after a full garbage collection.
 *
 * @param heapBytes the heap that is in use, in bytes
 * @param dataBytes the part of {@code heapBytes} that the server counts as its data, including kept
 *     outcomes
 * @param directBytes the direct memory that the Java platform and Netty use, in bytes
 * @param descriptors number of open file descriptors
 * @param threads number of live threads. An engine's step threads always count with their maximum
 *     number, because an idle step thread ends only after a few seconds
 */
public record Figures(
    long heapBytes, long dataBytes, long directBytes, long descriptors, long threads) {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final int COLLECTIONS = 2;
  private static final long MIB = 1 << 20;

  /** The text that says how much each figure may grow, and why. */
  static final String TOLERANCES =
      "heap in use without the data: 24 MiB, because the memory of data is an estimate,"
          + " and caches fill up; data: 96 MiB, because the number of kept outcomes varies, "
          + "and 300,000 outcomes need about 75 MiB; direct"
          + " memory: 32 MiB, because Netty keeps the buffers of the largest burst; open"
          + " descriptors: 16, because checkpoints, new segments and replaced connections "
          + "are open for a short time; threads: 4, because the Java platform starts some "
          + "threads late";

  private static final long HEAP_TOLERANCE = 24 * MIB;
  private static final long DATA_TOLERANCE = 96 * MIB;
  private static final long DIRECT_TOLERANCE = 32 * MIB;
  private static final long DESCRIPTORS_TOLERANCE = 16;
  private static final long THREADS_TOLERANCE = 4;

  /**
   * Measures this process after full garbage collections.
   *
   * @param maxStepThreads the maximum number of an engine's step threads; 0 if there is no engine
   */
  static Figures ofThisProcess(long dataBytes, int maxStepThreads) {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    long direct = Math.max(0, PlatformDependent.usedDirectMemory());
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      direct += pool.getName().equals("direct") ? pool.getMemoryUsed() : 0;
    }
    return new Figures(
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        dataBytes,
        direct,
        openDescriptors(),
        threads(maxStepThreads));
  }

  private static long threads(int maxStepThreads) {
    ThreadMXBean live = ManagementFactory.getThreadMXBean();
    long steps = 0;
    long others = 0;
    for (ThreadInfo thread : live.getThreadInfo(live.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().equals(EngineService.STEP_THREAD_NAME)) {
        steps++;
      } else if (thread != null) {
        others++;
      }
    }
    return others + Math.max(steps, maxStepThreads);
  }

  /** Returns the number of open file descriptors; 0 on a platform that does not list them. */
  private static long openDescriptors() {
    if (!Files.isDirectory(DESCRIPTORS)) {
      return 0;
    }
    try (Stream<Path> open = Files.list(DESCRIPTORS)) {
      return open.count();
    } catch (IOException e) {
      throw new UncheckedIOException(DESCRIPTORS + " is there but cannot be read", e);
    }
  }

  /** Returns the numbers as the words of a line for the parent process. */
  String words() {
    return Line.of(heapBytes, dataBytes, directBytes, descriptors, threads);
  }

  /** Parses the numbers, which follow the first word of a line. */
  static Figures parse(String[] words) {
    return new Figures(
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]),
        Long.parseLong(words[5]));
  }

  /** Returns the heap in use without the data, in bytes. */
  long heapBeyondData() {
    return heapBytes - dataBytes;
  }

  /**
   * Returns a text with the names of all figures that have grown too much; empty if there are none.
   */
  Optional<String> growthSince(Figures first) {
    String grown =
        Stream.of(
                grown(
                    "the heap in use without data",
                    "bytes",
                    first.heapBeyondData(),
                    heapBeyondData(),
                    HEAP_TOLERANCE),
                grown("the data", "bytes", first.dataBytes, dataBytes, DATA_TOLERANCE),
                grown(
                    "the direct memory", "bytes", first.directBytes, directBytes, DIRECT_TOLERANCE),
                grown(
                    "the number of open descriptors",
                    "descriptors",
                    first.descriptors,
                    descriptors,
                    DESCRIPTORS_TOLERANCE),
                grown(
                    "the number of threads", "threads", first.threads, threads, THREADS_TOLERANCE))
            .flatMap(List::stream)
            .collect(Collectors.joining("; "));
    return grown.isEmpty() ? Optional.empty() : Optional.of(grown);
  }

  private static List<String> grown(
      String figure, String unit, long first, long now, long tolerance) {
    return now <= first + tolerance
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "%s has grown from %,d to %,d %s; the bound is %,d",
                figure,
                first,
                now,
                unit,
                first + tolerance));
  }

  /** Returns the figures as text for human readers. */
  String summary() {
    return String.format(
        Locale.ROOT,
        "heap %,d MiB (data %,d MiB), direct %,d MiB, %,d descriptors, %,d threads",
        heapBytes / MIB,
        dataBytes / MIB,
        directBytes / MIB,
        descriptors,
        threads);
  }
}
