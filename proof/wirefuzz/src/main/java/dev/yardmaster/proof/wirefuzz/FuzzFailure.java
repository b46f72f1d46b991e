package dev.yardmaster.proof.wirefuzz;

import java.util.function.Supplier;

/** The exception that is thrown when the fuzzer has found a violation. */
public final class FuzzFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  FuzzFailure(String message) {
    super(message);
  }

  FuzzFailure(String message, Throwable cause) {
    super(message, cause);
  }

  static void unless(boolean holds, String message) {
    if (!holds) {
      throw new FuzzFailure(message);
    }
  }

  static void unless(boolean holds, Supplier<String> message) {
    if (!holds) {
      throw new FuzzFailure(message.get());
    }
  }
}
