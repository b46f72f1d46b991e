package dev.yardmaster.client.testing;

/**
 * What a {@link FakeTransactionService} takes.
 *
 * @param maxValueBytes longest value
 * @param maxKeys most keys that a transaction reads, and most that it writes
 * @param maxRounds most rounds in which a procedure declares keys
 */
public record FakeLimits(int maxValueBytes, int maxKeys, int maxRounds) {

  /** Checks that each is 1 or more. */
  public FakeLimits {
    if (maxValueBytes < 1 || maxKeys < 1 || maxRounds < 1) {
      throw new IllegalArgumentException(
          "limits are 1 or more: maxValueBytes="
              + maxValueBytes
              + ", maxKeys="
              + maxKeys
              + ", maxRounds="
              + maxRounds);
    }
  }

  /** A server's by default: values of 1 MiB, 1,024 keys, 16 rounds. */
  public static FakeLimits defaults() {
    return new FakeLimits(1 << 20, 1024, 16);
  }
}
