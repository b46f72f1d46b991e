package dev.yardmaster.service;

import dev.yardmaster.api.ExactlyOnceContract;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionServiceContract;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;

/** Tests that the shared front end gives any back end exactly-once semantics for ids. */
@Timeout(60)
class SerialServiceTest extends ExactlyOnceContract {

  private final TransactionService service =
      new SerialService(
          new TransactionLimits(
              TransactionServiceContract.MAX_KEYS,
              TransactionServiceContract.MAX_VALUE_BYTES,
              1 << 26,
              16),
          System::currentTimeMillis,
          Duration.ofDays(7).toMillis());

  @Override
  protected TransactionService service() {
    return service;
  }
}
