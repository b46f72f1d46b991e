package dev.yardmaster.server.cli.remote;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that name a running server's admin address, and requests to that address. */
public final class AdminAddress {

  private static final int OK = 200;

  @Option(
      names = "--server",
      paramLabel = "URL",
      converter = Address.class,
      defaultValue = "http://127.0.0.1:7401",
      description = "The server's admin address, as a URL or as HOST:PORT.")
  private URI server;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "A file with the bearer token of an admin, if the server needs a token. Default: send"
              + " no token.")
  private Path tokenFile;

  /** Returns the address, such as {@code http://127.0.0.1:7401}. */
  public URI server() {
    return server;
  }

  /** Returns a request for a page, with the token. */
  public HttpRequest.Builder request(String page, Duration timeout) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(page)).timeout(timeout);
    return tokenFile == null
        ? request
        : request.header("Authorization", "Bearer " + TokenFile.read(tokenFile));
  }

  /**
   * Returns the response to a request.
   *
   * @throws IOException if there is no response; the message says why, in one line
   */
  public <T> HttpResponse<T> send(HttpClient http, HttpRequest request, BodyHandler<T> body)
      throws IOException, InterruptedException {
    try {
      return http.send(request, body);
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

  /** Returns whether a response has the status OK. */
  public static boolean isOk(HttpResponse<?> response) {
    return response.statusCode() == OK;
  }

  /**
   * Returns the error for a response with a status other than OK; {@code body} is the content of
   * the response.
   */
  public IOException refused(int status, byte[] body) {
    return new IOException(
        server + " answered " + status + ": " + new String(body, StandardCharsets.UTF_8).strip());
  }

  /** A URL, or HOST:PORT for plain HTTP. */
  static final class Address implements ITypeConverter<URI> {
    @Override
    public URI convert(String text) {
      try {
        URI uri = URI.create(text.contains("://") ? text : "http://" + text);
        boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        boolean bare =
            uri.getPath() == null || uri.getPath().isEmpty() || uri.getPath().equals("/");
        if (web && uri.getHost() != null && uri.getUserInfo() == null && bare) {
          return uri;
        }
      } catch (IllegalArgumentException e) {
        // The code below reports this address like any other invalid address.
      }
      throw new TypeConversionException(
          "'" + text + "' is not an address like http://127.0.0.1:7401");
    }
  }
}
