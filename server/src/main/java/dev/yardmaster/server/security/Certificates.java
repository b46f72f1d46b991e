package dev.yardmaster.server.security;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads certificates in PEM and checks that they are valid now. */
final class Certificates {

  private static final Logger LOG = LoggerFactory.getLogger(Certificates.class);
  private static final Duration WARN_BEFORE_END = Duration.ofDays(30);
  private static final byte[] PROBE = "does the key fit".getBytes(StandardCharsets.US_ASCII);

  private Certificates() {}

  /** Returns the certificates of a file, at least one, each valid at this instant. */
  static X509Certificate[] read(String option, Path file, Instant now) {
    String text = SecretFile.readPublic(option, file);
    X509Certificate[] certificates;
    try {
      certificates =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
              .toArray(X509Certificate[]::new);
    } catch (CertificateException e) {
      throw SecretFile.bad("the file must contain only PEM certificates", option, file);
    }
    if (certificates.length == 0) {
      throw SecretFile.bad("the file has no certificate in PEM", option, file);
    }
    for (X509Certificate certificate : certificates) {
      checkValid(option, file, certificate, now);
    }
    return certificates;
  }

  private static void checkValid(
      String option, Path file, X509Certificate certificate, Instant now) {
    Instant begin = certificate.getNotBefore().toInstant();
    Instant end = certificate.getNotAfter().toInstant();
    if (now.isBefore(begin)) {
      throw outOfTime("the certificate is not valid yet", option, file, "notBefore", begin);
    }
    if (now.isAfter(end)) {
      throw outOfTime("the certificate has expired", option, file, "notAfter", end);
    }
    Duration left = Duration.between(now, end);
    if (left.compareTo(WARN_BEFORE_END) < 0) {
      LOG.atWarn()
          .addKeyValue("file", file)
          .addKeyValue("notAfter", end)
          .addKeyValue("daysLeft", left.toDays())
          .log("a certificate expires soon");
    }
  }

  private static YardmasterException outOfTime(
      String text, String option, Path file, String limit, Instant instant) {
    return new YardmasterException(ErrorCode.BAD_CONFIG, text, option, file, limit, instant);
  }

  /**
   * Returns whether the two keys belong together: whether the public key verifies a signature by
   * the private key.
   */
  static boolean fits(PrivateKey key, PublicKey publicKey) {
    try {
      Signature signature = Signature.getInstance(signatureOf(key));
      signature.initSign(key);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(publicKey);
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      // The verification fails because the two keys have different algorithms.
      return false;
    }
  }

  private static String signatureOf(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> key.getAlgorithm();
    };
  }
}
