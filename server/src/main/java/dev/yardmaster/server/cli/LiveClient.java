package dev.yardmaster.server.cli;

import dev.yardmaster.server.live.LiveJson;
import dev.yardmaster.server.live.LiveSnapshot;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Reads the live figures from a server's admin address. */
final class LiveClient {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int OK = 200;

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final URI server;
  private final HttpRequest request;

  /**
   * Creates a client.
   *
   * @param server an address such as {@code http://127.0.0.1:7401}
   * @param token the bearer token; null to send none
   */
  LiveClient(URI server, String token) {
    this.server = server;
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(server.resolve("/api/live")).timeout(TIMEOUT);
    if (token != null) {
      builder.header("Authorization", "Bearer " + token);
    }
    request = builder.build();
  }

  /**
   * Returns the newest figures.
   *
   * @throws IOException if the figures cannot be read; the message gives the reason in one line
   */
  LiveSnapshot snapshot() throws IOException, InterruptedException {
    HttpResponse<byte[]> response = send();
    if (response.statusCode() != OK) {
      throw new IOException(
          server
              + " answered "
              + response.statusCode()
              + ": "
              + new String(response.body(), StandardCharsets.UTF_8).strip());
    }
    try {
      return LiveJson.snapshot(response.body());
    } catch (IOException e) {
      throw new IOException(server + " is not the admin address of a Yardmaster server", e);
    }
  }

  private HttpResponse<byte[]> send() throws IOException, InterruptedException {
    try {
      return http.send(request, BodyHandlers.ofByteArray());
    } catch (ConnectException | HttpTimeoutException e) {
      throw new IOException(
          "no server answers at "
              + server
              + "; is it running, and is this its admin address? (--server)",
          e);
    } catch (IOException e) {
      throw new IOException("the request to " + server + " failed: " + e.getMessage(), e);
    }
  }
}
