package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.security.cert.X509Certificate;

/** Finds out who a client is. Called by event loops, several at once. */
@FunctionalInterface
public interface Identification {

  /**
   * Who shows this.
   *
   * @param token its bearer token; empty if it shows none
   * @param certificate its certificate, which was checked; null if it shows none
   * @throws YardmasterException {@link ErrorCode#UNAUTHENTICATED} if it is nobody who is known
   */
  ClientIdentity identify(String token, X509Certificate certificate);
}
