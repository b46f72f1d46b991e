package dev.yardmaster.benchmarks.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.processor.Durability;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SoakFindingsTest {

  private static final Durability LENGTHS = Durability.inMemory().withLengths(1 << 20, 1 << 22);

  private static SoakFindings findings(long... heapBytes) {
    List<SoakSample> samples =
        IntStream.range(0, heapBytes.length)
            .mapToObj(i -> new SoakSample(i, 10, 1_000.0 * i, 5, heapBytes[i], 3, 0))
            .toList();
    return new SoakFindings(samples, LENGTHS, 100, 7_000, 0.5, 3_000, Optional.empty());
  }

  @Test
  void theBoundIsTheSumOfItsParts() {
    SoakFindings found = findings(1, 1, 1, 1, 1);
    assertEquals(4_000, found.mostLoggedBytesPerSecond());
    assertEquals(4_000, found.bytesDuringCheckpoint());
    assertEquals((1 << 22) + (1 << 20) + 14_000 + 4_000, found.directoryBoundBytes());
  }

  @Test
  void growthIsBetweenTheLeastOfTheFirstAndTheLastQuarter() {
    assertEquals(15, findings(20, 90, 50, 50, 0, 0, 35, 80).heapGrowthBytes());
  }

  @Test
  void quartersCoverAllSamples() {
    SoakFindings found = findings(1, 2, 3, 4, 5, 6);
    int covered = 0;
    for (int i = 0; i < SoakFindings.QUARTERS; i++) {
      covered += found.quarter(i).size();
    }
    assertEquals(6, covered);
  }
}
