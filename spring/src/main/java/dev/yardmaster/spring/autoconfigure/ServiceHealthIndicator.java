package dev.yardmaster.spring.autoconfigure;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import java.util.Optional;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * The health of a service: up if it accepts transactions, out of service if it is closed or only
 * followers of a cluster are connected, and down if it has failed or no server is connected. Any
 * thread may call the methods.
 */
final class ServiceHealthIndicator extends AbstractHealthIndicator implements HealthIndicator {

  private final TransactionService service;

  ServiceHealthIndicator(TransactionService service) {
    super("the service does not say whether it accepts transactions");
    this.service = service;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    health.up().withDetail("service", service.getClass().getSimpleName());
    service.warning().ifPresent(warning -> health.withDetail("warning", warning));
    Optional<YardmasterException> refusal = service.refusal();
    refusal.ifPresent(error -> refuse(health, error));
  }

  private static void refuse(Health.Builder health, YardmasterException error) {
    boolean failed =
        error.code() == ErrorCode.CLOSED
            ? error.getCause() != null
            : error.code() != ErrorCode.NOT_LEADER;
    if (failed) {
      health.down();
    } else {
      health.outOfService();
    }
    health.withDetail("code", error.code().name()).withDetail("reason", error.text());
    error.details().forEach(health::withDetail);
  }
}
