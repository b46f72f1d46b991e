package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.security.cert.X509Certificate;

/** Identifies clients. Several event loops may call it at the same time. */
@FunctionalInterface
public interface Identification {

  /**
   * The client with these credentials.
   *
   * @param token the client's bearer token; empty if it sent none
   * @param certificate the client's verified certificate; null if it sent none
   * @throws YardmasterException {@link ErrorCode#UNAUTHENTICATED} if the credentials are unknown
   */
  ClientIdentity identify(String token, X509Certificate certificate);
}
