package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When the data reaches the memory limit, the service must still execute reads and deletions. */
@Timeout(60)
public abstract class DataLimitContract {

  /** A service whose data has a memory limit. */
  public interface LimitedService extends AutoCloseable {

    TransactionService service();

    /** Returns the memory that all data occupies, in bytes. */
    long dataBytes();

    /** Returns the warning that the service shows to the operator. */
    Optional<String> warning();

    @Override
    default void close() {
      service().close();
    }
  }

  /** Starts a service whose data may occupy at most this many bytes. */
  protected abstract LimitedService start(long maxDataBytes);

  private static final int LIMIT = 1 << 20;
  private static final int VALUE_BYTES = 10_000;

  private final TransactionIds ids =
      new TransactionIds(System::currentTimeMillis, new Random(7)::nextLong);

  private static Key key(long number) {
    return Key.of("notes", number);
  }

  private static Outcome<Object> put(
      LimitedService limited, long number, TransactionOptions options) {
    return limited
        .service()
        .execute(
            transaction -> {
              transaction.put(key(number), new byte[VALUE_BYTES]);
              return null;
            },
            options);
  }

  private static Outcome<OneShot.Result> submit(LimitedService limited, OneShot oneShot)
      throws Exception {
    return limited.service().submit(oneShot).toCompletableFuture().get();
  }

  /** Writes values until the service refuses a value, and returns the number of written values. */
  private static int fill(LimitedService limited) {
    for (int number = 0; number < LIMIT / VALUE_BYTES; number++) {
      Outcome<Object> outcome = put(limited, number, TransactionOptions.defaults());
      if (!(outcome instanceof Outcome.Committed)) {
        assertEquals(ErrorCode.MEMORY_FULL, outcome.error().code());
        return number;
      }
    }
    throw new AssertionError("the limit was not reached");
  }

  /**
   * Waits until the memory limit leaves room for the given number of values. The wait is necessary
   * because the service answers a deletion before storage has installed it.
   */
  private static void awaitRoom(LimitedService limited, int values) {
    long endNs = System.nanoTime() + 20_000_000_000L;
    while (limited.dataBytes() > LIMIT - values * VALUE_BYTES) {
      assertTrue(System.nanoTime() - endNs < 0, () -> limited.dataBytes() + " bytes");
      LockSupport.parkNanos(100_000);
    }
  }

  @Test
  void writesAreRefusedAtTheLimitAndReadsAndDeletionsContinue() throws Exception {
    try (LimitedService limited = start(LIMIT)) {
      assertEquals(Optional.empty(), limited.warning());
      int written = fill(limited);
      assertTrue(written > 90 && written < LIMIT / VALUE_BYTES, written + " values");
      assertTrue(limited.dataBytes() <= LIMIT + VALUE_BYTES, () -> limited.dataBytes() + " bytes");
      assertTrue(limited.warning().orElseThrow().contains("1048576"), limited.warning()::toString);

      OneShot more = OneShot.builder().put(key(5_000), new byte[VALUE_BYTES]).build();
      assertEquals(ErrorCode.MEMORY_FULL, submit(limited, more).error().code());
      OneShot read = OneShot.builder().read(key(0)).build();
      assertEquals(VALUE_BYTES, submit(limited, read).valueOrThrow().get(key(0)).length);

      OneShot.Builder deletions = OneShot.builder();
      for (int number = 0; number < 20; number++) {
        deletions.delete(key(number));
      }
      assertInstanceOf(Outcome.Committed.class, submit(limited, deletions.build()));
      awaitRoom(limited, 15);
      assertInstanceOf(
          Outcome.Committed.class, put(limited, 1, TransactionOptions.defaults()), "room again");
      assertEquals(Optional.empty(), limited.warning());
    }
  }

  @Test
  void aTransactionThatWasRefusedCanBeTriedAgainUnderItsId() {
    try (LimitedService limited = start(LIMIT)) {
      fill(limited);
      TransactionOptions withId = TransactionOptions.defaults().withId(ids.next());
      assertEquals(ErrorCode.MEMORY_FULL, put(limited, 5_000, withId).error().code());
      limited
          .service()
          .execute(
              transaction -> {
                transaction.delete(key(0));
                transaction.delete(key(1));
                return null;
              });
      awaitRoom(limited, 1);
      assertInstanceOf(Outcome.Committed.class, put(limited, 5_000, withId));
    }
  }
}
