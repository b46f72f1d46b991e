package dev.yardmaster.api.setting;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import org.junit.jupiter.api.Test;

class NumberSettingTest {

  private static final NumberSetting WORKERS =
      NumberSetting.of("workers", "threads", 1, 4_096, 2)
          .describedAs("Threads that run procedures.");

  @Test
  void takesItsRange() {
    assertDoesNotThrow(() -> WORKERS.check(1));
    assertDoesNotThrow(() -> WORKERS.check(4_096));
    for (long wrong : new long[] {Long.MIN_VALUE, 0, 4_097, Long.MAX_VALUE}) {
      YardmasterException refused =
          assertThrows(YardmasterException.class, () -> WORKERS.check(wrong));
      assertEquals(ErrorCode.BAD_CONFIG, refused.code());
      assertEquals(
          "BAD_CONFIG: workers is 1 to 4096 (workers=" + wrong + ")", refused.getMessage());
    }
  }

  @Test
  void anotherDefaultLeavesTheRest() {
    NumberSetting more = WORKERS.withDefault(8);
    assertEquals(8, more.intDefault());
    assertEquals(WORKERS, more.withDefault(2));
  }
}
