package dev.yardmaster.benchmarks.report;

/**
 * The machine on which a run took place.
 *
 * @param cores number of processors that the JVM may use
 * @param jvm name and version of the JVM
 * @param system operating system and architecture
 * @param maxHeapMiB largest heap, in MiB
 */
public record MachineDescription(int cores, String jvm, String system, long maxHeapMiB) {

  private static final int BYTES_PER_MIB = 1 << 20;

  /** Returns the machine and the JVM of this process. */
  public static MachineDescription current() {
    Runtime runtime = Runtime.getRuntime();
    return new MachineDescription(
        runtime.availableProcessors(),
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        runtime.maxMemory() / BYTES_PER_MIB);
  }

  @Override
  public String toString() {
    return cores + " cores, " + system + ", " + jvm + ", heap " + maxHeapMiB + " MiB";
  }
}
