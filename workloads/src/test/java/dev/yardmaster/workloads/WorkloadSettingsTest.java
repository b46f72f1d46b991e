package dev.yardmaster.workloads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.workloads.voter.Voter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadSettingsTest {

  private static final WorkloadFactory VOTER = new Voter();

  private static WorkloadSettings settings(Map<String, String> given) {
    return new WorkloadSettings(VOTER, given, 1, seed -> null);
  }

  @Test
  void givenValuesReplaceDefaults() {
    WorkloadSettings settings = settings(Map.of("callers", "1000"));
    assertEquals("contestants=6, callers=1,000, max-votes=2", settings.toString());
    assertEquals(1_000, settings.whole(VOTER.options().get(1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "callers     | 0            | a whole number from 1 to 100,000,000",
        "callers     | 1000000000   | a whole number from 1 to 100,000,000",
        "callers     | 1.5          | a whole number from 1 to 100,000,000",
        "contestants | many         | a whole number from 1 to 10,000",
        "telephones  | 3            | its options are contestants, callers, max-votes"
      })
  void aWrongValueIsNamedWithItsLimit(String name, String value, String text) {
    YardmasterException error =
        assertThrows(YardmasterException.class, () -> settings(Map.of(name, value)));
    assertEquals(ErrorCode.BAD_CONFIG, error.code());
    assertTrue(error.getMessage().contains(text), error.getMessage());
    assertTrue(error.getMessage().contains(name + "=" + value), error.getMessage());
  }

  @Test
  void decimalsMayHaveAnyNumberOfDigits() {
    WorkloadOption skew = WorkloadOption.decimal("skew", 0, 5, 0.9, "skew");
    assertEquals(1.25, skew.parse("1.25"));
    assertEquals(0, skew.parse("0"));
    assertThrows(YardmasterException.class, () -> skew.parse("NaN"));
    assertThrows(YardmasterException.class, () -> skew.parse("5.1"));
    assertEquals("skew: skew; a number from 0 to 5, default 0.9", skew.help());
  }

  @Test
  void theWorkloadsOfTheBuildAreFound() {
    try (Workloads workloads = Workloads.on(List.of())) {
      assertEquals(
          List.of("seats", "tatp", "voter"),
          workloads.all().stream().map(WorkloadFactory::name).toList());
      YardmasterException error =
          assertThrows(YardmasterException.class, () -> workloads.named("tweeter"));
      assertTrue(error.getMessage().contains("seats, tatp, voter"), error.getMessage());
    }
  }
}
