package dev.yardmaster.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.server.audit.Audit;
import dev.yardmaster.server.live.BusyPipeline;
import dev.yardmaster.server.security.Authentication;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what a server's monitoring reports to the operators. */
@Timeout(60)
class MonitoringTest {

  @Test
  void aBusyFinalValidationIsAWarningOfTheHealthCheck() throws IOException, InterruptedException {
    try (BusyPipeline busy = new BusyPipeline()) {
      for (int i = 0; i < 10; i++) {
        busy.second(0.9);
      }
      // The clock of the figures stands still now, so the monitoring's own ticks change nothing.
      try (Monitoring monitoring =
          new Monitoring(busy.backEnd(), busy.figures(), null, Audit.NONE)) {
        monitoring.serve(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Authentication.off(),
            List.of());
        int port = monitoring.address().orElseThrow().getPort();
        HttpResponse<String> health =
            HttpClient.newHttpClient()
                .send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health"))
                        .build(),
                    HttpResponse.BodyHandlers.ofString());
        assertEquals(
            "healthy, with a warning: the final validation runs on one thread, and was busy for"
                + " 90% of the last 10 seconds",
            health.body().strip());
      }
    }
  }
}
