package dev.yardmaster.engine.service;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.engine.EngineConfig;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a snapshot of an engine that is open for a long time. */
@Timeout(100)
class EngineSnapshotTest {

  private static final long DATA_BYTES = 32 << 20;
  private static final int VALUE_BYTES = 4096;

  /**
   * A snapshot needs only one old value of a key; the memory of the key's other old values must be
   * reused.
   */
  @Test
  void anIdleSnapshotDoesNotKeepUnneededValues() throws Exception {
    EngineConfig config =
        EngineConfig.builder().protocol("ssn").workers(1).maxDataBytes(DATA_BYTES).build();
    Key key = Key.of("values", 1);
    try (TransactionService service = Engine.open(config)) {
      put(service, key, 0);
      try (Snapshot snapshot = service.readOnly()) {
        long bytes = 0;
        for (int i = 1; bytes < 4 * DATA_BYTES; i++) {
          put(service, key, i);
          bytes += VALUE_BYTES;
        }
        assertArrayEquals(new byte[VALUE_BYTES], snapshot.get(key));
      }
    }
  }

  private static void put(TransactionService service, Key key, int first) throws Exception {
    byte[] value = new byte[VALUE_BYTES];
    value[0] = (byte) first;
    service
        .submit(OneShot.builder().put(key, value).build())
        .toCompletableFuture()
        .get(50, TimeUnit.SECONDS)
        .valueOrThrow();
  }
}
