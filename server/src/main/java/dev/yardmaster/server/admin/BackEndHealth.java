package dev.yardmaster.server.admin;

import dev.yardmaster.server.backend.ServerBackEnd;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Supplies the failure of a server's back end; empty while the back end works. A failed back end
 * does not recover; the process must be restarted.
 *
 * @param backEnd the back end
 */
public record BackEndHealth(ServerBackEnd backEnd) implements Supplier<Optional<String>> {

  @Override
  public Optional<String> get() {
    return backEnd.failure().map(failure -> "the " + backEnd.name() + " failed: " + failure);
  }
}
