package dev.yardmaster.server.admin;

import dev.yardmaster.server.live.LiveFigures;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Supplies the reason why a server accepts no transactions; empty while the server accepts
 * transactions. A server accepts no transactions if it is unhealthy, if it drains, if another
 * server of its cluster leads, or if it refused submissions in each of the last {@value
 * #OVERLOADED_SECONDS} seconds.
 */
public final class Readiness implements Supplier<Optional<String>> {

  static final int OVERLOADED_SECONDS = 10;

  private final Supplier<Optional<String>> health;
  private final BooleanSupplier draining;
  private final Supplier<Optional<String>> unready;
  private final LiveFigures live;

  /**
   * Creates the readiness check of a server.
   *
   * @param unready the reason why the back end accepts no transactions; empty if it accepts
   *     transactions
   */
  public Readiness(
      Supplier<Optional<String>> health,
      BooleanSupplier draining,
      Supplier<Optional<String>> unready,
      LiveFigures live) {
    this.health = health;
    this.draining = draining;
    this.unready = unready;
    this.live = live;
  }

  @Override
  public Optional<String> get() {
    Optional<String> unhealthy = health.get();
    if (unhealthy.isPresent()) {
      return unhealthy;
    }
    if (draining.getAsBoolean()) {
      return Optional.of("the server drains: it stops when the transactions in flight have ended");
    }
    Optional<String> elsewhere = unready.get();
    if (elsewhere.isPresent()) {
      return elsewhere;
    }
    return live.isOverloadedFor(OVERLOADED_SECONDS)
        ? Optional.of(
            "overloaded: submissions were refused in each of the last "
                + OVERLOADED_SECONDS
                + " seconds")
        : Optional.empty();
  }
}
