package dev.yardmaster.benchmarks.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.report.EnduranceReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EnduranceFindingsTest {

  private static final WireFigures FIGURES =
      new WireFigures(1, 1, 0, 0, new LatencyUs(1, 1, 1, 1, 1, 1), null, true);

  private static EnduranceFindings resident(long... bytes) {
    List<EnduranceSample> samples = new ArrayList<>();
    for (long each : bytes) {
      samples.add(new EnduranceSample(samples.size(), 1, each));
    }
    return new EnduranceFindings(samples, FIGURES, Optional.empty());
  }

  @Test
  void growthIsFromTheSecondQuarterToTheLast() {
    EnduranceFindings found = resident(10, 20, 100, 90, 300, 95, 130, 120);
    assertEquals(300, found.mostResidentBytes());
    assertEquals(30, found.growthBytes());
    assertEquals(0, resident(7).growthBytes());
  }

  @Test
  void memoryMustStayWithinBothBounds() {
    EnduranceFindings found = resident(10, 20, 100, 90, 300, 95, 130, 120);
    assertTrue(new EnduranceReport(found, 300, 30).isFine());
    assertFalse(new EnduranceReport(found, 299, 30).isFine());
    assertFalse(new EnduranceReport(found, 300, 29).isFine());
  }

  @Test
  void missingMoneyFails() {
    EnduranceFindings found =
        new EnduranceFindings(
            resident(1, 1, 1, 1).samples(), FIGURES, Optional.of("money is missing"));
    assertFalse(new EnduranceReport(found, 300, 30).isFine());
  }
}
