package dev.yardmaster.benchmarks.process;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the resident memory of a process, as Linux reports it. */
public final class ProcessMemory {

  private static final String RESIDENT = "VmRSS:";
  private static final long BYTES_PER_KB = 1024;

  private final Path status;

  /** Creates the reader of a process. The process must be running at each read. */
  public ProcessMemory(long pid) {
    status = Path.of("/proc", Long.toString(pid), "status");
  }

  /** Returns the resident memory, in bytes. */
  public long residentBytes() {
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith(RESIDENT))
          .map(line -> line.substring(RESIDENT.length()).replace("kB", "").strip())
          .mapToLong(kilobytes -> Long.parseLong(kilobytes) * BYTES_PER_KB)
          .findFirst()
          .orElseThrow(() -> new WorkloadFailure(status + " has no " + RESIDENT));
    } catch (IOException e) {
      throw new WorkloadFailure("the process's memory cannot be read: " + e, e);
    }
  }
}
