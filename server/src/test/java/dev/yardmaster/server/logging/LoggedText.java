package dev.yardmaster.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.nio.charset.StandardCharsets;

/** An event with all that any format writes of it. */
public final class LoggedText {

  private LoggedText() {}

  /** The event as a line of JSON, which leaves nothing out. */
  public static String of(ILoggingEvent event) {
    return new String(new JsonLineEncoder().encode(event), StandardCharsets.UTF_8);
  }
}
