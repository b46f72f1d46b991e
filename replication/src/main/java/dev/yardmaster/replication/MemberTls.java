package dev.yardmaster.replication;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The files with which a member secures its connections to other members by mutual TLS.
 *
 * <p>A member that opens a connection checks that the peer's certificate names the host of the
 * connection. A member that accepts a connection checks only that the certificate is signed by the
 * same authority; it does not check the name in the certificate. The authority must therefore issue
 * certificates only to members of this cluster. If a certificate restricts the extended key usage,
 * the certificate must allow servers and clients.
 *
 * @param certificateChain the member's certificate, followed by the intermediate certificates, in
 *     PEM
 * @param privateKey the private key of the certificate, in PEM (PKCS#8), not encrypted
 * @param authority the certificates of the cluster's own certificate authority, in PEM
 */
public record MemberTls(Path certificateChain, Path privateKey, Path authority) {

  public MemberTls {
    Objects.requireNonNull(certificateChain);
    Objects.requireNonNull(privateKey);
    Objects.requireNonNull(authority);
  }
}
