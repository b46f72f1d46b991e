package dev.yardmaster.benchmarks.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the processor times that are read from a folder with the format of {@code /proc}. */
class ProcessorTimesTest {

  @TempDir private Path proc;

  private void machine(long user, long system, long idle, long interrupts, long steal)
      throws IOException {
    String line = String.format("%d 5 %d %d 0 0 %d %d 0 0", user, system, idle, interrupts, steal);
    Files.writeString(proc.resolve("stat"), "cpu  " + line + "\ncpu0 1\ncpu1 1\nintr 7\n");
  }

  private void process(int pid, long own, long children) throws IOException {
    Files.createDirectories(proc.resolve(Integer.toString(pid)));
    Files.writeString(
        proc.resolve(pid + "/stat"),
        pid + " (a (strange) name) S 1 1 1 0 -1 0 0 0 0 0 " + own + " 0 " + children + " 0 20 0");
  }

  private void pressure(long totalUs) throws IOException {
    Files.createDirectories(proc.resolve("pressure"));
    Files.writeString(
        proc.resolve("pressure/cpu"),
        "some avg10=1.00 avg60=2.00 avg300=3.00 total=" + totalUs + "\nfull total=0\n");
  }

  private ProcessorTimes read() {
    return ProcessorTimes.read(proc, List.of(10L, 11L, 12L));
  }

  @Test
  void othersTookWhatOwnProcessesDidNot() throws IOException {
    machine(1_000, 500, 8_000, 40, 10);
    process(10, 300, 20);
    process(11, 100, 0);
    pressure(5_000_000);
    ProcessorTimes before = read();
    // Two seconds have passed on two processors, which are 400 ticks: processes used 250 ticks,
    // interrupts used 60, and 90 were idle.
    machine(1_150, 590, 8_090, 100, 20);
    process(10, 400, 70);
    process(11, 140, 0);
    pressure(5_500_000);
    Disturbance found = read().since(before);
    assertEquals((250 - 190) / 400.0, found.others(), 1e-9);
    assertEquals(0.25, found.pressure(), 1e-9);
    assertTrue(found.isDisturbed());
  }

  @Test
  void withoutPressureTheRestIsKnown() throws IOException {
    machine(1_000, 500, 8_000, 0, 0);
    ProcessorTimes before = read();
    machine(1_004, 500, 8_396, 0, 0);
    Disturbance found = read().since(before);
    assertEquals(0.01, found.others(), 1e-9);
    assertTrue(Double.isNaN(found.pressure()));
    assertTrue(found.isKnown());
    assertFalse(found.isDisturbed());
  }

  @Test
  void whatIsTooShortOrNotToldIsUnknown() throws IOException {
    assertFalse(read().since(read()).isKnown());
    machine(1_000, 500, 8_000, 0, 0);
    ProcessorTimes before = read();
    machine(1_090, 500, 8_000, 0, 0);
    assertFalse(
        read().since(before).isKnown(), "no disturbance is computed for less than half a second");
    Files.writeString(proc.resolve("stat"), "something else");
    assertFalse(read().since(before).isKnown());
  }

  @Test
  void thisMachineIsRead() {
    ProcessorTimes before = ProcessorTimes.ofSystem().read(List.of());
    ProcessorTimes after = ProcessorTimes.ofSystem().read(List.of());
    assertTrue(after.own() >= before.own());
  }
}
