package dev.yardmaster.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClientMetersTest extends ClusterTestCase {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private double counted(String meter, String... tags) {
    return registry.get("yardmaster.client." + meter).tags(tags).functionCounter().count();
  }

  @BeforeEach
  void startWithLeader() {
    a.leads(1);
    b.follows(1, "a:1");
    c.follows(1, "a:1");
    start();
    new ClientMeters(client).bindTo(registry);
  }

  @Test
  void outcomesAreCounted() {
    submit(ADD);
    submit(ADD);
    assertEquals(2, registry.get("yardmaster.client.outstanding").gauge().value());
    a.commitAll();
    assertEquals(2, counted("transactions", "outcome", "committed"));
    assertEquals(0, counted("transactions", "outcome", "unknown"));
    assertEquals(0, counted("retries"));
    assertEquals(0, counted("refused"));
    assertEquals(1, registry.get("yardmaster.client.connections").gauge().value());
    assertEquals(0, registry.get("yardmaster.client.outstanding").gauge().value());
  }

  @Test
  void aLostAnswerIsAnUnknownOutcomeOrARetry() {
    submit(ADD);
    submit(READ);
    a.goesDown();
    cluster.settle();
    assertEquals(1, counted("transactions", "outcome", "unknown"));
    assertEquals(1, counted("retries"));
    assertEquals(0, counted("transactions", "outcome", "committed"));
  }
}
