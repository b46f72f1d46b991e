package dev.yardmaster.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.EngineConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineMetricsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private static long put(EngineService engine, long value) {
    return engine.execute(
        transaction -> {
          transaction.putLong(Key.of("checking", 1), value);
          return value;
        });
  }

  @Test
  void anEngineInMemoryHasTheMetersOfAService() {
    try (EngineService engine = Engine.open(EngineConfig.builder().build())) {
      engine.bindTo(registry);
      put(engine, 500);
      put(engine, 600);
      assertEquals(
          2, registry.get("yardmaster.committed").tag("stage", "engine").functionCounter().count());
      assertEquals(
          0,
          registry.get("yardmaster.aborts").tag("cause", "validation").functionCounter().count());
      assertTrue(registry.get("yardmaster.data").gauge().value() > 0);
      assertNotNull(registry.find("yardmaster.queue.depth").gauge());
      assertNull(registry.find("yardmaster.log.forces").functionCounter());
      assertNull(registry.find("yardmaster.partitions").gauge());
    }
  }

  @Test
  void anEngineWithADirectoryHasMetersOfItsLog(@TempDir Path directory) {
    try (EngineService engine = Engine.open(EngineConfig.builder().directory(directory).build())) {
      engine.bindTo(registry);
      put(engine, 500);
      assertTrue(registry.get("yardmaster.log.transactions").functionCounter().count() >= 1);
    }
  }

  @Test
  void partitionsHaveMetersOfTheirProtocols() {
    try (EngineService engine = Engine.open(EngineConfig.builder().protocol("cormcc").build())) {
      engine.bindTo(registry);
      assertNotNull(registry.find("yardmaster.partitions").gauge());
      assertNotNull(registry.find("yardmaster.partition.switches").functionCounter());
    }
  }
}
