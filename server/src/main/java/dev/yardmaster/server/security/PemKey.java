package dev.yardmaster.server.security;

import java.io.IOException;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * Reads a private key, encrypted or unencrypted, in PKCS#8 and PEM (RFC 7468, sections 10 and 11).
 */
final class PemKey {

  private static final String OPTION = "tls.key";
  private static final Pattern BLOCK =
      Pattern.compile(
          "-----BEGIN ([A-Z ]*)PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END \\1PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  private PemKey() {}

  /**
   * Returns the private key of a file. An error does not contain the text of the file, and has no
   * cause, because a cause could contain that text.
   *
   * @param password the password; empty if the key is not encrypted
   */
  static PrivateKey read(Path file, Optional<String> password) {
    Matcher block = BLOCK.matcher(SecretFile.read(OPTION, file));
    if (!block.find()) {
      throw SecretFile.bad("the file has no private key in PEM", OPTION, file);
    }
    byte[] encoded;
    try {
      encoded = Base64.getMimeDecoder().decode(block.group(2));
    } catch (IllegalArgumentException e) {
      throw SecretFile.bad("the private key is incomplete", OPTION, file);
    }
    return switch (block.group(1)) {
      case "" -> plain(file, password, encoded);
      case "ENCRYPTED " -> encrypted(file, password, encoded);
      default ->
          throw SecretFile.bad(
              "the private key is not PKCS#8: convert it by openssl pkcs8 -topk8", OPTION, file);
    };
  }

  private static PrivateKey plain(Path file, Optional<String> password, byte[] encoded) {
    if (password.isPresent()) {
      throw SecretFile.bad("a password is given, but the key is not encrypted", OPTION, file);
    }
    return decode(file, new PKCS8EncodedKeySpec(encoded));
  }

  private static PrivateKey encrypted(Path file, Optional<String> password, byte[] encoded) {
    if (password.isEmpty()) {
      throw SecretFile.bad(
          "the key is encrypted: give its password in tls.keyPasswordFile", OPTION, file);
    }
    EncryptedPrivateKeyInfo info;
    Cipher cipher;
    SecretKeyFactory keys;
    try {
      info = new EncryptedPrivateKeyInfo(encoded);
      String scheme = scheme(info);
      cipher = Cipher.getInstance(scheme);
      keys = SecretKeyFactory.getInstance(scheme);
    } catch (IOException | GeneralSecurityException e) {
      throw SecretFile.bad(
          "the key is encrypted in a way that this Java platform does not know: encrypt it by"
              + " openssl pkcs8 -topk8 -v2 aes-256-cbc",
          OPTION,
          file);
    }
    try {
      cipher.init(
          Cipher.DECRYPT_MODE,
          keys.generateSecret(new PBEKeySpec(password.get().toCharArray())),
          info.getAlgParameters());
      return decode(file, info.getKeySpec(cipher));
    } catch (GeneralSecurityException e) {
      throw SecretFile.bad("the key cannot be decrypted with its password", OPTION, file);
    }
  }

  /**
   * Returns the name of the cipher. PBES2 has the cipher's name in its parameters; older schemes
   * have the cipher's name in the name of the algorithm.
   */
  private static String scheme(EncryptedPrivateKeyInfo info) {
    AlgorithmParameters parameters = info.getAlgParameters();
    return parameters != null && info.getAlgName().startsWith("PBES2")
        ? parameters.toString()
        : info.getAlgName();
  }

  private static PrivateKey decode(Path file, PKCS8EncodedKeySpec spec) {
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        // The key has another algorithm, so the loop tries the next algorithm.
      } catch (GeneralSecurityException e) {
        throw SecretFile.bad("this Java platform does not support " + algorithm, OPTION, file);
      }
    }
    throw SecretFile.bad("the key has none of the algorithms " + ALGORITHMS, OPTION, file);
  }
}
