package dev.yardmaster.client.testing;

/**
 * The limits of a {@link FakeTransactionService}.
 *
 * @param maxValueBytes the maximum length of a value, in bytes
 * @param maxKeys the maximum number of keys that a transaction reads, and likewise the maximum
 *     number that it writes
 * @param maxRounds the maximum number of rounds in which a procedure declares keys
 */
public record FakeLimits(int maxValueBytes, int maxKeys, int maxRounds) {

  /** Checks that each limit is 1 or more. */
  public FakeLimits {
    if (maxValueBytes < 1 || maxKeys < 1 || maxRounds < 1) {
      throw new IllegalArgumentException(
          "limits must be at least 1: maxValueBytes="
              + maxValueBytes
              + ", maxKeys="
              + maxKeys
              + ", maxRounds="
              + maxRounds);
    }
  }

  /** Returns the default limits of a server: values of 1 MiB, 1,024 keys, 16 rounds. */
  public static FakeLimits defaults() {
    return new FakeLimits(1 << 20, 1024, 16);
  }
}
