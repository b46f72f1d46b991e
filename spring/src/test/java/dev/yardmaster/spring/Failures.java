package dev.yardmaster.spring;

import static org.junit.jupiter.api.Assertions.assertNotNull;

/** The texts of failures. */
final class Failures {

  private Failures() {}

  /** Returns the messages of an exception and of all its causes. */
  static String text(Throwable failure) {
    assertNotNull(failure, "the application has started");
    StringBuilder text = new StringBuilder();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      text.append(each).append('\n');
    }
    return text.toString();
  }
}
