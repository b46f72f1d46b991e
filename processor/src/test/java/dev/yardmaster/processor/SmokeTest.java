package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionService;
import org.junit.jupiter.api.Test;

class SmokeTest {
  @Test
  void counts() {
    try (TransactionService service = Pipeline.start(PipelineConfig.defaults())) {
      for (int i = 1; i <= 1000; i++) {
        long left =
            service.execute(
                transaction -> {
                  long balance = transaction.getLong(Key.of("checking", 17));
                  transaction.putLong(Key.of("checking", 17), balance - 5);
                  return balance - 5;
                });
        assertEquals(-5L * i, left);
      }
    }
  }
}
