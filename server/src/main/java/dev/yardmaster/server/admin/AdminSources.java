package dev.yardmaster.server.admin;

import dev.yardmaster.server.live.LiveFigures;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The sources of an admin server's pages. The admin server's threads call all of them, so none may
 * block.
 *
 * @param live the figures of each second
 * @param metrics the meters of {@code /metrics}
 * @param health why the process must be restarted; empty while it works
 * @param warning why an operator should look at the server although it works; empty if nothing is
 *     wrong
 * @param readiness why the server takes no transactions at the moment; empty while it takes them
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
