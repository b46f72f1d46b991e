package dev.yardmaster.server.security;

import dev.yardmaster.server.config.ServerConfig;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;

/** A certificate authority that writes the certificates that it issues to files. */
final class Pki {

  private final Path folder;
  private final X509Bundle authority;

  Pki(Path folder, String name) throws Exception {
    this.folder = folder;
    authority =
        new CertificateBuilder()
            .subject("CN=" + name)
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    Files.writeString(authorityFile(), authority.getRootCertificatePEM());
  }

  Path authorityFile() {
    return folder.resolve("authority.pem");
  }

  X509Bundle authority() {
    return authority;
  }

  CertificateBuilder server() {
    return new CertificateBuilder().subject("CN=server").addSanDnsName("localhost");
  }

  X509Bundle client(String commonName) throws Exception {
    return issue(new CertificateBuilder().subject("CN=" + commonName));
  }

  X509Bundle issue(CertificateBuilder builder) throws Exception {
    return builder.buildIssuedBy(authority);
  }

  static CertificateBuilder expired(CertificateBuilder builder) {
    return builder
        .notBefore(Instant.now().minus(Duration.ofDays(20)))
        .notAfter(Instant.now().minus(Duration.ofDays(1)));
  }

  Path certificateFile(X509Bundle bundle) throws IOException {
    return Files.writeString(folder.resolve("server.pem"), bundle.getCertificatePathPEM());
  }

  Path keyFile(X509Bundle bundle) throws IOException {
    return secret("server.key", bundle.getPrivateKeyPEM());
  }

  Path secret(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  /** Returns a configuration with this certificate and key. */
  ServerConfig.Builder configure(X509Bundle bundle) throws IOException {
    return ServerConfig.builder()
        .set("tls.certificate", certificateFile(bundle).toString())
        .set("tls.key", keyFile(bundle).toString());
  }
}
