package dev.yardmaster.replication;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The files with which a member secures its connections to other members by mutual TLS.
 *
 * <p>A member that connects checks that the certificate of the other one names the host that it
 * connects to. A member that accepts a connection checks only that the certificate is of the same
 * authority, not whom it names. The authority must therefore issue certificates to members of this
 * cluster only. A certificate that restricts its extended key usage must allow servers and clients.
 *
 * @param certificateChain the member's certificate, followed by the intermediate ones, in PEM
 * @param privateKey the key of the certificate, in PEM (PKCS#8), not encrypted
 * @param authority the certificates of the cluster's own authority, in PEM
 */
public record MemberTls(Path certificateChain, Path privateKey, Path authority) {

  public MemberTls {
    Objects.requireNonNull(certificateChain);
    Objects.requireNonNull(privateKey);
    Objects.requireNonNull(authority);
  }
}
