package dev.yardmaster.client;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Registers a client's figures as Micrometer meters. Only a program that uses this class needs
 * Micrometer. The registry does not keep the client from being garbage-collected.
 */
public final class ClientMeters implements MeterBinder {

  private final YardmasterClient client;

  /** Creates the binder of a client. */
  public ClientMeters(YardmasterClient client) {
    this.client = Objects.requireNonNull(client, "client");
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("yardmaster.client.connections", client, YardmasterClient::connections)
        .description("connections that accept requests")
        .register(registry);
    Gauge.builder("yardmaster.client.outstanding", client, source -> source.state().outstanding())
        .description("transactions that have no outcome yet")
        .register(registry);
    ended(registry, "committed", ClientCounters::committedCount);
    ended(registry, "aborted", ClientCounters::abortedCount);
    ended(registry, "rejected", ClientCounters::rejectedCount);
    ended(registry, "unknown", ClientCounters::unknownCount);
    counter("yardmaster.client.refused", ClientCounters::refusedCount)
        .description("transactions that were refused because too many were outstanding")
        .register(registry);
    counter("yardmaster.client.retries", ClientCounters::retriedCount)
        .description("failed attempts that were followed by another attempt")
        .register(registry);
  }

  private void ended(MeterRegistry registry, String outcome, ToDoubleFunction<ClientCounters> of) {
    counter("yardmaster.client.transactions", of)
        .description("transactions that have their outcome")
        .tag("outcome", outcome)
        .register(registry);
  }

  private FunctionCounter.Builder<YardmasterClient> counter(
      String name, ToDoubleFunction<ClientCounters> of) {
    return FunctionCounter.builder(
        name, client, source -> of.applyAsDouble(source.state().counters()));
  }
}
