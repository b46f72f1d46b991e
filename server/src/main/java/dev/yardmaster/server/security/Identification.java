package dev.yardmaster.server.security;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.security.cert.X509Certificate;

/**
 * Identifies clients by their credentials. Several event loops may call an implementation at the
 * same time.
 */
@FunctionalInterface
public interface Identification {

  /**
   * Accepts a client's credential.
   *
   * @param token the client's bearer token; null or empty if the client sent no token
   * @param certificate the client's verified certificate; null if the client sent no certificate
   * @throws YardmasterException {@link ErrorCode#UNAUTHENTICATED} if the credential is unknown or
   *     has expired
   */
  Credential identify(String token, X509Certificate certificate);
}
