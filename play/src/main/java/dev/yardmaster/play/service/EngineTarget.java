package dev.yardmaster.play.service;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.service.Engine;
import dev.yardmaster.engine.service.EngineService;
import java.time.Duration;

/**
 * An engine in this process, with a protocol that the user chooses. The protocol must be
 * serializable, but not necessarily strictly serializable. A transaction keeps its locks between
 * the user's steps for up to an hour.
 */
public final class EngineTarget implements Target {

  private static final long STEP_TIMEOUT_NS = Duration.ofHours(1).toNanos();

  private final String protocol;
  private final EngineService engine;
  private final Duration replyTimeout;

  /**
   * Opens an engine in memory.
   *
   * @param protocol one of {@link Protocols#serializableNames}
   * @param replyTimeout the time for which the prompt waits for the reply to a step
   */
  public EngineTarget(String protocol, Duration replyTimeout) {
    this.protocol = protocol;
    this.replyTimeout = replyTimeout;
    engine =
        Engine.open(
            EngineConfig.builder()
                .protocol(protocol)
                .relaxed(true)
                .stepTimeoutNs(STEP_TIMEOUT_NS)
                .build());
  }

  @Override
  public TransactionService service() {
    return engine;
  }

  @Override
  public String description() {
    return "an engine in this process, under the protocol " + protocol;
  }

  @Override
  public Duration replyTimeout() {
    return replyTimeout;
  }

  @Override
  public void close() {
    engine.close();
  }
}
