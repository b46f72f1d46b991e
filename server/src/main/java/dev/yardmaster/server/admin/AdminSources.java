package dev.yardmaster.server.admin;

import dev.yardmaster.server.live.LiveFigures;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The sources of an admin server's pages. The admin server's threads call the sources, so a source
 * must not block.
 *
 * @param live the figures of each second
 * @param metrics the meters of {@code /metrics}
 * @param health the reason why the process must be restarted; empty while the process works
 * @param warning a condition that an operator should check although the server works; empty if
 *     there is none
 * @param readiness the reason why the server accepts no transactions at the moment; empty while it
 *     accepts transactions
 */
public record AdminSources(
    LiveFigures live,
    PrometheusMeterRegistry metrics,
    Supplier<Optional<String>> health,
    Supplier<Optional<String>> warning,
    Supplier<Optional<String>> readiness) {

  /** Checks that no source is null. */
  public AdminSources {
    Objects.requireNonNull(live, "live");
    Objects.requireNonNull(metrics, "metrics");
    Objects.requireNonNull(health, "health");
    Objects.requireNonNull(warning, "warning");
    Objects.requireNonNull(readiness, "readiness");
  }
}
