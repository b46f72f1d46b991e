package dev.yardmaster.server.connection;

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
   * Returns the client with these credentials.
   *
   * @param token the client's bearer token; empty if the client sent no token
   * @param certificate the client's verified certificate; null if the client sent no certificate
   * @throws YardmasterException {@link ErrorCode#UNAUTHENTICATED} if the credentials are unknown
   */
  ClientIdentity identify(String token, X509Certificate certificate);
}
