package dev.yardmaster.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.logging.LoggedText;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.AlgorithmParameters;
import java.security.PrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

class TlsFilesTest {

  private static final String PASSWORD = "correct horse";
  private static final String CIPHER = "PBEWithHmacSHA256AndAES_256";

  /**
   * A key for this test only. The key is encrypted by DES, which the Java platform does not support
   * for keys.
   */
  private static final String ENCRYPTED_BY_DES =
      """
      -----BEGIN ENCRYPTED PRIVATE KEY-----
      MIHjME4GCSqGSIb3DQEFDTBBMCkGCSqGSIb3DQEFDDAcBAjnb4z4jauP7AICCAAw
      DAYIKoZIhvcNAgkFADAUBggqhkiG9w0DBwQIx3RQB8KVlWcEgZDP0rnyrGV9Q58k
      QAXjR93yc9o/fNMCeCzUs1vp+qkNjWi4bwqyEsEHT0D9dLygDsX4DhQZImbFvIE7
      VAC1ZCZT/FgB8cWGARk8V5GrfWM22o+ADf2Es7kjkPU2LNdF5aaxphtM/1osocbq
      CKw8Tc7AOph9RCMURN2QkC93a/fjgOnjsyFzVVsMhi92l6kcmrc=
      -----END ENCRYPTED PRIVATE KEY-----
      """;

  @TempDir private Path folder;
  private Pki pki;
  private X509Bundle server;

  @BeforeEach
  void makeServer() throws Exception {
    pki = new Pki(folder, "authority");
    server = pki.issue(pki.server());
  }

  private static String refused(ServerConfig config) {
    return refused(config, Instant.now());
  }

  private static String refused(ServerConfig config, Instant now) {
    YardmasterException refused =
        assertThrows(YardmasterException.class, () -> TlsContexts.read(config, now));
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    assertFalse(refused.getMessage().contains("horse"), refused.getMessage());
    return refused.getMessage();
  }

  private static void assertSays(String message, String words) {
    assertTrue(message.contains(words), message);
  }

  private static String encrypted(PrivateKey key) throws Exception {
    SecretKey secret =
        SecretKeyFactory.getInstance(CIPHER).generateSecret(new PBEKeySpec(PASSWORD.toCharArray()));
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(Cipher.ENCRYPT_MODE, secret);
    AlgorithmParameters parameters = AlgorithmParameters.getInstance("PBES2");
    parameters.init(cipher.getParameters().getEncoded());
    byte[] encoded =
        new EncryptedPrivateKeyInfo(parameters, cipher.doFinal(key.getEncoded())).getEncoded();
    return "-----BEGIN ENCRYPTED PRIVATE KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(encoded)
        + "\n-----END ENCRYPTED PRIVATE KEY-----\n";
  }

  @Test
  void withoutCertificateThereIsNoTls() {
    assertTrue(TlsContexts.read(ServerConfig.defaults(), Instant.now()).isEmpty());
  }

  @ParameterizedTest
  @EnumSource(
      value = CertificateBuilder.Algorithm.class,
      names = {"ecp256", "ecp384", "rsa2048", "ed25519"})
  void takesKeysOf(CertificateBuilder.Algorithm algorithm) throws Exception {
    X509Bundle other = pki.issue(pki.server().algorithm(algorithm));
    assertTrue(TlsContexts.read(pki.configure(other).build(), Instant.now()).isPresent());
    pki.keyFile(server);
    assertSays(
        refused(pki.configure(other).set("tls.key", wrongKey()).build()),
        "does not match the first");
  }

  private String wrongKey() throws Exception {
    return pki.secret("wrong.key", pki.issue(pki.server()).getPrivateKeyPEM()).toString();
  }

  @Test
  void takesAnEncryptedKeyWithItsPasswordOnly() throws Exception {
    Path key = pki.secret("encrypted.key", encrypted(server.getKeyPair().getPrivate()));
    ServerConfig.Builder builder = pki.configure(server).set("tls.key", key.toString());
    assertSays(refused(builder.build()), "give its password");

    ServerConfig good = builder.set("tls.keyPassword", PASSWORD).build();
    assertTrue(TlsContexts.read(good, Instant.now()).isPresent());
    assertSays(
        refused(good.toBuilder().set("tls.keyPassword", "battery horse").build()),
        "cannot be decrypted");

    Path password = pki.secret("password", PASSWORD + "\n");
    ServerConfig byFile =
        good.toBuilder()
            .set("tls.keyPassword", "none")
            .set("tls.keyPasswordFile", password.toString())
            .build();
    assertTrue(TlsContexts.read(byFile, Instant.now()).isPresent());
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-r--r--"));
    assertSays(refused(byFile), "chmod 600");
  }

  @Test
  void saysWhatIsWrongWithFiles() throws Exception {
    ServerConfig good = pki.configure(server).build();
    Path key = folder.resolve("server.key");
    Path certificate = folder.resolve("server.pem");
    assertSays(
        refused(good.toBuilder().set("tls.certificate", folder + "/none.pem").build()),
        "no such file (tls.certificate=" + folder + "/none.pem");
    assertSays(refused(good.toBuilder().set("tls.key", folder + "/none").build()), "no such file");
    assertSays(
        refused(good.toBuilder().set("tls.key", pki.secret("p", "words").toString()).build()),
        "no private key");
    assertSays(
        refused(good.toBuilder().set("tls.certificate", key.toString()).build()), "certificate");
    assertSays(refused(good.toBuilder().set("tls.keyPassword", "horse").build()), "not encrypted");
    pki.secret("pkcs1.key", Files.readString(key).replace(" PRIVATE", " EC PRIVATE"));
    assertSays(
        refused(good.toBuilder().set("tls.key", folder + "/pkcs1.key").build()), "not PKCS#8");
    Path des = pki.secret("des.key", ENCRYPTED_BY_DES);
    assertSays(
        refused(
            good.toBuilder().set("tls.key", des.toString()).set("tls.keyPassword", "abc").build()),
        "openssl pkcs8 -topk8 -v2 aes-256-cbc");
    Files.writeString(certificate, "");
    assertSays(refused(good), "no certificate");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    pki.certificateFile(server);
    assertSays(refused(good), "chmod 600");
  }

  @Test
  void refusesCertificatesOutOfTheirTime() throws Exception {
    assertSays(refused(pki.configure(pki.issue(Pki.expired(pki.server()))).build()), "has expired");
    ServerConfig good = pki.configure(server).build();
    Instant before = server.getCertificate().getNotBefore().toInstant();
    assertSays(refused(good, before.minus(Duration.ofSeconds(1))), "not valid yet");
  }

  @Test
  void warnsOfCertificatesThatExpireSoon() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(Certificates.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    try {
      Instant end = Instant.now().plus(Duration.ofDays(40)).truncatedTo(ChronoUnit.SECONDS);
      ServerConfig good = pki.configure(pki.issue(pki.server().notAfter(end))).build();
      TlsContexts.read(good, end.minus(Duration.ofDays(31)));
      assertEquals(0, log.list.size());
      TlsContexts.read(good, end.minus(Duration.ofDays(9)));
      assertTrue(LoggedText.of(log.list.get(0)).contains("\"daysLeft\":9"));
    } finally {
      logger.detachAppender(log);
    }
  }
}
