package dev.yardmaster.benchmarks.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The machine on which a run took place.
 *
 * @param cores number of processors that the JVM may use
 * @param processor model of the processor; "unknown" if the operating system does not report it
 * @param jvm name and version of the JVM
 * @param system name and version of the operating system, and the architecture
 * @param maxHeapMiB largest heap, in MiB
 * @param jvmOptions the options of the JVM that begin with {@code -X}
 */
public record MachineDescription(
    int cores,
    String processor,
    String jvm,
    String system,
    long maxHeapMiB,
    List<String> jvmOptions) {

  private static final int BYTES_PER_MIB = 1 << 20;

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  /** Copies the list. */
  public MachineDescription {
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** Returns the machine and the JVM of this process. */
  public static MachineDescription current() {
    Runtime runtime = Runtime.getRuntime();
    return new MachineDescription(
        runtime.availableProcessors(),
        currentProcessor(),
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        String.join(
            " ",
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch")),
        runtime.maxMemory() / BYTES_PER_MIB,
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(option -> option.startsWith("-X"))
            .toList());
  }

  private static String currentProcessor() {
    try (Stream<String> lines = Files.lines(PROCESSORS)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  @Override
  public String toString() {
    return cores
        + " cores ("
        + processor
        + "), "
        + system
        + ", "
        + jvm
        + ", heap "
        + maxHeapMiB
        + " MiB";
  }
}
