package dev.yardmaster.benchmarks.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The processor times of the machine since its start, from {@code /proc}, in ticks of a hundredth
 * of a second.
 *
 * @param passed ticks that have passed since the machine started, on one processor
 * @param taken ticks that processes used on all processors, plus the ticks that the hypervisor
 *     stole
 * @param own ticks that the processes of the measurement used
 * @param processors number of processors; 0 if the kernel does not report it
 * @param pressureUs total time, in us, in which some task waited for a processor; negative if the
 *     kernel does not report this time
 */
record ProcessorTimes(double passed, double taken, double own, int processors, long pressureUs) {

  /** Reads the current times of the processors, which are unknown on some systems. */
  @FunctionalInterface
  interface Reader {

    /**
     * Reads the current times.
     *
     * @param working processes that belong to the measurement and do not descend from this process
     */
    ProcessorTimes read(Collection<ProcessHandle> working);
  }

  static final ProcessorTimes UNKNOWN = new ProcessorTimes(0, 0, 0, 0, -1);

  /**
   * The shortest interval, in ticks, for which a disturbance is computed. In a shorter interval, a
   * single tick would be too large a share of the interval.
   */
  private static final double MIN_PASSED = 50;

  private static final double US_PER_TICK = 10_000;

  private static final int USER = 1;
  private static final int NICE = 2;
  private static final int SYSTEM = 3;
  private static final int STEAL = 8;

  /**
   * The number of fields in a line of {@code /proc/stat} that are added up. The later fields are
   * guest time, which user time already includes.
   */
  private static final int LAST = 8;

  /**
   * The index of the process's own time among the fields that follow the process's name. The name
   * is skipped because it may contain spaces.
   */
  private static final int OWN_TIMES = 11;

  private static final int OWN_TIMES_COUNT = 4;

  /** Returns a reader of this machine's processor times. */
  static Reader ofSystem() {
    return working -> {
      ProcessHandle self = ProcessHandle.current();
      Stream<ProcessHandle> roots = Stream.concat(Stream.of(self), working.stream());
      List<Long> pids =
          roots
              .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
              .map(ProcessHandle::pid)
              .distinct()
              .toList();
      return read(Path.of("/proc"), pids);
    };
  }

  /** Reads the times from a folder with the format of {@code /proc}. */
  static ProcessorTimes read(Path proc, List<Long> own) {
    try {
      List<String> lines = Files.readAllLines(proc.resolve("stat"));
      String[] all = lines.get(0).split("\\s+", -1);
      int processors = (int) lines.stream().filter(line -> line.matches("cpu\\d+ .*")).count();
      double passed = 0;
      for (int i = USER; i <= LAST; i++) {
        passed += Long.parseLong(all[i]);
      }
      double taken = 0;
      for (int i : new int[] {USER, NICE, SYSTEM, STEAL}) {
        taken += Long.parseLong(all[i]);
      }
      double ownTicks = own.stream().mapToLong(pid -> ofProcess(proc, pid)).sum();
      return new ProcessorTimes(
          passed / Math.max(1, processors), taken, ownTicks, processors, pressureUs(proc));
    } catch (IOException | RuntimeException e) {
      return UNKNOWN; // The system is not Linux, or has an unknown format of these files.
    }
  }

  /**
   * Returns the processor time of a process and of its ended children; 0 if the process itself has
   * ended.
   */
  private static long ofProcess(Path proc, long pid) {
    try {
      String line = Files.readString(proc.resolve(Long.toString(pid)).resolve("stat"));
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split("\\s+", -1);
      long ticks = 0;
      for (int i = OWN_TIMES; i < OWN_TIMES + OWN_TIMES_COUNT; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return ticks;
    } catch (IOException e) {
      return 0;
    }
  }

  private static long pressureUs(Path proc) {
    try {
      String some = Files.readAllLines(proc.resolve("pressure").resolve("cpu")).get(0);
      return Long.parseLong(some.substring(some.lastIndexOf("total=") + "total=".length()));
    } catch (IOException | RuntimeException e) {
      return -1;
    }
  }

  /** Returns the disturbance between an earlier reading and this reading. */
  Disturbance since(ProcessorTimes earlier) {
    double ticks = passed - earlier.passed;
    if (processors == 0 || earlier.processors == 0 || ticks < MIN_PASSED) {
      return Disturbance.UNKNOWN;
    }
    double others = Math.max(0, (taken - earlier.taken) - (own - earlier.own));
    return new Disturbance(
        others / (ticks * processors),
        pressureUs < 0 ? Double.NaN : (pressureUs - earlier.pressureUs) / (ticks * US_PER_TICK),
        1);
  }
}
