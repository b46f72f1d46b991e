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

/**
 * The TLS contexts of a server. They are created from PEM files, and use the Java platform's
 * implementation of TLS.
 *
 * @param clients the context for the connections of clients
 * @param admins the context for the admin server, which requests no client certificates, because
 *     operators send a token
 */
record TlsContexts(SslContext clients, SslContext admins) {

  /**
   * Reads the files of a configuration; empty if TLS is not configured.
   *
   * @param now the time at which the certificates must be valid
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if a file is missing or invalid, the
   *     key does not match the certificate, or a certificate has expired; the message contains no
   *     secret
   */
  static Optional<TlsContexts> read(ServerConfig config, Instant now) {
    return config
        .get(ServerOptions.TLS_CERTIFICATE)
        .map(file -> read(config, file, config.get(ServerOptions.TLS_KEY).orElseThrow(), now));
  }

  private static TlsContexts read(
      ServerConfig config, Path certificateFile, Path keyFile, Instant now) {
    X509Certificate[] chain =
        Certificates.read(ServerOptions.TLS_CERTIFICATE.name(), certificateFile, now);
    PrivateKey key = PemKey.read(keyFile, keyPassword(config));
    if (!Certificates.fits(key, chain[0].getPublicKey())) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "the key does not match the first certificate",
          ServerOptions.TLS_CERTIFICATE.name(),
          certificateFile,
          ServerOptions.TLS_KEY.name(),
          keyFile);
    }
    SslContextBuilder builder =
        SslContextBuilder.forServer(key, chain)
            .sslProvider(SslProvider.JDK)
            .protocols(config.get(ServerOptions.TLS_PROTOCOLS));
    config
        .get(ServerOptions.TLS_CLIENT_CERTIFICATES)
        .ifPresent(
            file ->
                builder.trustManager(
                    Certificates.read(ServerOptions.TLS_CLIENT_CERTIFICATES.name(), file, now)));
    try {
      return new TlsContexts(
          builder.clientAuth(clientAuth(config)).build(),
          builder.clientAuth(ClientAuth.NONE).build());
    } catch (SSLException e) {
      throw SecretFile.bad(
          "certificate and key cannot be used for TLS",
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
