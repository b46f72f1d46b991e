package dev.yardmaster.server.admin;

import dev.yardmaster.server.live.LiveFigures;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What an admin server shows. All of it is asked by the admin server's threads and must not block.
 *
 * @param live figures of each second
 * @param metrics what {@code /metrics} shows
 * @param health why the process is of no use any more; empty while it is
 * @param readiness why it takes no transactions now; empty while it takes them
 */
public record AdminSources(
    LiveFigures live,
    PrometheusMeterRegistry metrics,
    Supplier<Optional<String>> health,
    Supplier<Optional<String>> readiness) {

  /** Checks that all are there. */
  public AdminSources {
    Objects.requireNonNull(live, "live");
    Objects.requireNonNull(metrics, "metrics");
    Objects.requireNonNull(health, "health");
    Objects.requireNonNull(readiness, "readiness");
  }
}
