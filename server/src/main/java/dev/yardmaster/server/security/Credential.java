package dev.yardmaster.server.security;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;

/**
 * A client's token or certificate that the server has accepted. Only one thread at a time may use
 * an instance.
 */
@FunctionalInterface
public interface Credential {

  /**
   * Returns the principal that has the credential now. The principal's rights may have changed
   * since the last call.
   *
   * @throws YardmasterException {@link ErrorCode#UNAUTHENTICATED} if the credential was revoked or
   *     has expired
   */
  Principal principal();
}
