package dev.yardmaster.replication.jraft.network;

import dev.yardmaster.replication.MemberTls;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A certificate authority that writes the certificates that it issues to files. */
public final class Authority {

  private final X509Bundle authority;

  public Authority(String name) throws Exception {
    authority =
        new CertificateBuilder()
            .subject("CN=" + name)
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
  }

  /**
   * Writes the files of a member on 127.0.0.1, and replaces the files that the folder already has.
   */
  public MemberTls issue(Path folder) throws Exception {
    return write(folder, certificate().addSanIpAddress("127.0.0.1"));
  }

  /** Writes the files of a member whose certificate names another host. */
  public MemberTls issueFor(Path folder, String host) throws Exception {
    return write(folder, certificate().addSanDnsName(host));
  }

  private static CertificateBuilder certificate() {
    return new CertificateBuilder().subject("CN=member");
  }

  private MemberTls write(Path folder, CertificateBuilder builder) throws Exception {
    X509Bundle issued = builder.buildIssuedBy(authority);
    Files.createDirectories(folder);
    return new MemberTls(
        replace(folder.resolve("member.pem"), issued.getCertificatePathPEM()),
        replace(folder.resolve("member.key"), issued.getPrivateKeyPEM()),
        replace(folder.resolve("authority.pem"), authority.getRootCertificatePEM()));
  }

  private static Path replace(Path file, String text) throws IOException {
    return Files.writeString(file, text);
  }
}
