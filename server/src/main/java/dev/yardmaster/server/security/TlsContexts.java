package dev.yardmaster.server.security;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Makes the server's side of TLS from PEM files, with the Java platform's own implementation. */
public final class TlsContexts {

  private TlsContexts() {}

  /**
   * What the configuration asks for; empty without TLS.
   *
   * @param now when the certificates must be valid
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if a file is missing or has not what
   *     it should, the key does not fit the certificate, or a certificate has expired; none of
   *     these shows a secret
   */
  public static Optional<SslContext> server(ServerConfig config, Instant now) {
    return server(config, clientAuth(config), now);
  }

  /** The same for operators, who show a token: no client certificate is asked for. */
  public static Optional<SslContext> admin(ServerConfig config, Instant now) {
    return server(config, ClientAuth.NONE, now);
  }

  private static Optional<SslContext> server(ServerConfig config, ClientAuth auth, Instant now) {
    return config
        .get(ServerOptions.TLS_CERTIFICATE)
        .map(
            file ->
                server(config, auth, file, config.get(ServerOptions.TLS_KEY).orElseThrow(), now));
  }

  private static SslContext server(
      ServerConfig config, ClientAuth auth, Path certificateFile, Path keyFile, Instant now) {
    X509Certificate[] chain =
        Certificates.read(ServerOptions.TLS_CERTIFICATE.name(), certificateFile, now);
    PrivateKey key = PemKey.read(keyFile, keyPassword(config));
    if (!Certificates.fits(key, chain[0].getPublicKey())) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "the key is not the first certificate's",
          ServerOptions.TLS_CERTIFICATE.name(),
          certificateFile,
          ServerOptions.TLS_KEY.name(),
          keyFile);
    }
    SslContextBuilder builder =
        SslContextBuilder.forServer(key, chain)
            .sslProvider(SslProvider.JDK)
            .protocols(config.get(ServerOptions.TLS_PROTOCOLS))
            .clientAuth(auth);
    config
        .get(ServerOptions.TLS_CLIENT_CERTIFICATES)
        .ifPresent(
            file ->
                builder.trustManager(
                    Certificates.read(ServerOptions.TLS_CLIENT_CERTIFICATES.name(), file, now)));
    try {
      return builder.build();
    } catch (SSLException e) {
      throw SecretFile.bad(
          "TLS does not take certificate and key",
          ServerOptions.TLS_CERTIFICATE.name(),
          certificateFile);
    }
  }

  private static Optional<String> keyPassword(ServerConfig config) {
    return config
        .get(ServerOptions.TLS_KEY_PASSWORD_FILE)
        .map(
            file ->
                SecretFile.read(ServerOptions.TLS_KEY_PASSWORD_FILE.name(), file)
                    .lines()
                    .findFirst()
                    .orElse(""))
        .or(() -> config.get(ServerOptions.TLS_KEY_PASSWORD));
  }

  private static ClientAuth clientAuth(ServerConfig config) {
    return switch (config.get(ServerOptions.TLS_CLIENT_AUTH)) {
      case NONE -> ClientAuth.NONE;
      case OPTIONAL -> ClientAuth.OPTIONAL;
      case REQUIRED -> ClientAuth.REQUIRE;
    };
  }
}
