package dev.yardmaster.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.nio.charset.StandardCharsets;

/** A log event with all its fields. */
public final class LoggedText {

  private LoggedText() {}

  /** Returns the event as a line of JSON with all the event's fields. */
  public static String of(ILoggingEvent event) {
    return new String(new JsonLineEncoder().encode(event), StandardCharsets.UTF_8);
  }
}
