package dev.yardmaster.server.cli.remote;

import dev.yardmaster.server.live.LiveJson;
import dev.yardmaster.server.live.LiveSnapshot;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Reads the live figures from a server's admin address. */
public final class LiveClient {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final AdminAddress admin;
  private final HttpRequest request;

  public LiveClient(AdminAddress admin) throws IOException {
    this.admin = admin;
    request = admin.request("/api/live", TIMEOUT).build();
  }

  /**
   * Returns the newest figures.
   *
   * @throws IOException if the figures cannot be read; the message gives the reason in one line
   */
  public LiveSnapshot snapshot() throws IOException, InterruptedException {
    HttpResponse<byte[]> response = admin.send(http, request, BodyHandlers.ofByteArray());
    if (!AdminAddress.isOk(response)) {
      throw admin.refused(response.statusCode(), response.body());
    }
    try {
      return LiveJson.snapshot(response.body());
    } catch (IOException e) {
      throw new IOException(admin.server() + " is not the admin address of a Yardmaster server", e);
    }
  }
}
