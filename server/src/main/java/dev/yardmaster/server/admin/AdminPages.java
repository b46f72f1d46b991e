package dev.yardmaster.server.admin;

import dev.yardmaster.server.live.LiveJson;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The pages of the admin server by their paths. This class is thread-safe. */
final class AdminPages {

  /** The content type of Prometheus' text format. */
  static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private static final String HTML = "text/html; charset=utf-8";
  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String STYLE = "text/css; charset=utf-8";
  private static final String JSON = "application/json";

  /**
   * A page, and the conditions under which it is shown.
   *
   * @param answersAnyHost whether the page is shown whatever host the request names
   * @param showsFigures whether the page shows figures, and so needs {@link AdminAccess}
   */
  record Place(boolean answersAnyHost, boolean showsFigures, Supplier<AdminResponse> page) {}

  private final Map<String, Place> places;

  AdminPages(AdminSources sources) {
    places =
        Map.of(
            "/health", new Place(true, false, () -> health(sources)),
            "/ready", new Place(true, false, () -> check(sources.readiness(), "ready")),
            "/metrics",
                new Place(
                    false,
                    true,
                    () ->
                        AdminResponse.of(PROMETHEUS, bytes(sources.metrics().scrape(PROMETHEUS)))),
            "/api/live",
                new Place(
                    false,
                    true,
                    () -> AdminResponse.of(JSON, LiveJson.of(sources.live().snapshot()))),
            "/api/history",
                new Place(
                    false,
                    true,
                    () -> AdminResponse.of(JSON, LiveJson.of(sources.live().history()))),
            "/", file(HTML, DashboardFiles.own("dashboard.html")),
            "/dashboard.css", file(STYLE, DashboardFiles.own("dashboard.css")),
            "/dashboard.js", file(SCRIPT, DashboardFiles.own("dashboard.js")),
            "/chart.js", file(SCRIPT, DashboardFiles.chartJs()));
  }

  private static Place file(String contentType, byte[] bytes) {
    AdminResponse page = AdminResponse.of(contentType, bytes);
    return new Place(false, false, () -> page);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static AdminResponse health(AdminSources sources) {
    return check(
        sources.health(),
        sources.warning().get().map(why -> "healthy, with a warning: " + why).orElse("healthy"));
  }

  private static AdminResponse check(Supplier<Optional<String>> problem, String fine) {
    return problem
        .get()
        .map(why -> AdminResponse.line(HttpResponseStatus.SERVICE_UNAVAILABLE, why))
        .orElseGet(() -> AdminResponse.line(HttpResponseStatus.OK, fine));
  }

  /** Returns the page at a path without its query; null if there is no page. */
  Place at(String path) {
    return places.get(path);
  }
}
