package dev.yardmaster.jdbc.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SqlStateCountsTest {
  private final SqlStateCounts counts = new SqlStateCounts();

  @Test
  void statesAreCounted() {
    counts.count("40001");
    counts.count("40P01");
    counts.count("40001");
    counts.count(null);
    assertEquals(Map.of("40001", 2L, "40P01", 1L, "none", 1L), counts.all());
  }

  @Test
  void aClientThatRaisesManyStatesFillsNoMemory() {
    for (int state = 0; state < 10_000; state++) {
      counts.count("%05d".formatted(state));
    }
    counts.count("no state of five letters");
    counts.count("40\n01");
    assertEquals(51, counts.all().size());
    assertEquals(9_952, counts.all().get("other"));
  }
}
