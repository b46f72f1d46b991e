package dev.yardmaster.benchmarks.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.benchmarks.measure.MetricValues;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SoakSamplesTest {

  private long nowNs;

  private static SoakSamples heap(double... bytes) {
    List<MetricValues> samples = new ArrayList<>();
    for (double each : bytes) {
      samples.add(
          new MetricValues().put(SoakSamples.SECOND, samples.size()).put(DataWatch.HEAP, each));
    }
    return new SoakSamples(samples);
  }

  @Test
  void growthIsBetweenTheLeastOfTwoQuarters() {
    assertEquals(
        15, heap(20, 90, 50, 50, 0, 0, 35, 80).growthSince(0, DataWatch.HEAP), "from the first");
    SoakSamples resident = heap(10, 20, 100, 90, 300, 95, 130, 120);
    assertEquals(30, resident.growthSince(1, DataWatch.HEAP), "from the second");
    assertEquals(300, resident.most(DataWatch.HEAP));
    assertEquals(0, heap(7).growthSince(1, DataWatch.HEAP));
  }

  @Test
  void quartersAreShownWithTheValueThatStandsForThem() {
    var table = SoakSamples.quarters(heap(9e6, 2e6, 3e6, 4e6, 5e6, 6e6, 8e6, 7e6).all());
    assertEquals(List.of("quarter", "least heapBytes"), table.header());
    assertEquals(
        List.of(List.of("1", "2.0"), List.of("2", "3.0"), List.of("3", "5.0"), List.of("4", "7.0")),
        table.rows());
  }

  @Test
  void aSampleIsDueEverySecondAndInAShortRunOftener() {
    List<Double> heard = new ArrayList<>();
    SoakSamples samples =
        new SoakSamples(
            4_000_000_000L, () -> nowNs, sample -> heard.add(SoakSamples.second(sample)));
    for (; nowNs <= 2_000_000_000L; nowNs += 100_000_000L) {
      if (samples.due() > 0) {
        samples.add(new MetricValues());
      }
    }
    assertEquals(List.of(0.5, 1.0, 1.5, 2.0), heard);
  }
}
