package dev.yardmaster.jdbc.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScheduledDatabasesTest {
  private static final String NAME = "jdbc:test://h:1/figures";

  private final MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();
  private final StubScheduled one = new StubScheduled(NAME);
  private final StubScheduled two = new StubScheduled(NAME);

  @AfterEach
  void remove() {
    ScheduledDatabases.remove(NAME);
    ScheduledDatabases.remove(NAME + "#2");
  }

  private static ObjectName bean(String name) throws JMException {
    return new ObjectName("dev.yardmaster:type=Jdbc,name=" + ObjectName.quote(name));
  }

  @Test
  void anMXBeanShowsAndSwitchesADatabase() throws JMException {
    assertEquals(NAME, ScheduledDatabases.add(one));
    assertTrue(ScheduledDatabases.all().contains(one));
    assertEquals(100L, jmx.getAttribute(bean(NAME), "Committed"));
    TabularData aborts = (TabularData) jmx.getAttribute(bean(NAME), "AbortsBySqlState");
    CompositeData row = aborts.get(new Object[] {"40001"});
    assertEquals(10L, row.get("value"));
    assertEquals(6L, jmx.getAttribute(bean(NAME), "WaitedMs"));
    jmx.setAttribute(bean(NAME), new Attribute("On", false));
    assertFalse(one.on);
    jmx.invoke(bean(NAME), "advise", null, null);
    assertEquals("asked 1", jmx.getAttribute(bean(NAME), "Advice"));
  }

  @Test
  void eachWaitIsAnObservation() {
    ScheduledDatabases.add(one);
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    ObservationRegistry registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
    new JdbcObservations(registry).start();
    ScheduledDatabases.add(two);
    for (StubScheduled database : List.of(one, two, two)) {
      Runnable ended = database.observer.begin();
      assertEquals(1, meters.get("yardmaster.jdbc.wait.active").longTaskTimer().activeTasks());
      ended.run();
    }
    assertEquals(
        2, meters.get("yardmaster.jdbc.wait").tag("database", NAME + "#2").timer().count());
  }

  @Test
  void databasesWithOneNameGetNumbersAndLeaveWhenTheyAreRemoved() throws JMException {
    assertEquals(NAME, ScheduledDatabases.add(one));
    assertEquals(NAME + "#2", ScheduledDatabases.add(two));
    assertTrue(jmx.isRegistered(bean(NAME + "#2")));
    ScheduledDatabases.remove(NAME);
    assertFalse(jmx.isRegistered(bean(NAME)));
    assertTrue(jmx.isRegistered(bean(NAME + "#2")));
    ScheduledDatabases.remove(NAME);
    assertEquals(List.of(two), ours());
  }

  private static List<ScheduledDatabase> ours() {
    return ScheduledDatabases.all().stream().filter(each -> each.name().equals(NAME)).toList();
  }

  @Test
  void aNameThatAnotherApplicationHasRegisteredGetsANumber() throws JMException {
    jmx.registerMBean(new StandardMBean(new JdbcBean(one), JdbcMXBean.class, true), bean(NAME));
    try {
      ScheduledDatabases.add(two);
      assertTrue(jmx.isRegistered(bean(NAME + "@2")));
      ScheduledDatabases.remove(NAME);
      assertFalse(jmx.isRegistered(bean(NAME + "@2")));
    } finally {
      jmx.unregisterMBean(bean(NAME));
    }
  }

  /** Returns a meter as the guide shows it, with its name in Prometheus. */
  private static String shown(Meter meter) {
    String name = meter.getId().getName().replace('.', '_');
    String labels =
        meter.getId().getTags().stream()
            .map(Tag::getKey)
            .filter(key -> !key.equals("database"))
            .map(key -> "`" + key + "` ")
            .collect(Collectors.joining());
    String type =
        switch (meter.getId().getType()) {
          case COUNTER -> "counter `" + name + "_total`";
          case TIMER -> "summary `" + name + "_seconds`";
          default -> "gauge `" + name + (meter instanceof TimeGauge ? "_seconds" : "") + "`";
        };
    return "| " + type + " | " + labels + "|";
  }

  @Test
  void theGuideHasAllMeters() throws IOException {
    ScheduledDatabases.add(one);
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new JdbcMeters().bindTo(registry);
    List<String> meters =
        registry.getMeters().stream()
            .filter(meter -> NAME.equals(meter.getId().getTag("database")))
            .map(ScheduledDatabasesTest::shown)
            .distinct()
            .sorted()
            .toList();
    List<String> guide =
        Files.readAllLines(Path.of("../docs/guide-observability.md")).stream()
            .filter(line -> line.startsWith("| ") && line.contains(" `yardmaster_jdbc_"))
            .map(line -> line.replaceFirst("^(\\| [^|]*\\| [^|]*\\|).*", "$1"))
            .sorted()
            .toList();
    assertEquals(meters, guide);
  }

  @Test
  void metersAreBoundForPresentAndLaterDatabases() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    ScheduledDatabases.add(one);
    new JdbcMeters().bindTo(registry);
    ScheduledDatabases.add(two);
    for (String database : List.of(NAME, NAME + "#2")) {
      assertEquals(
          100,
          registry
              .get("yardmaster.jdbc.committed")
              .tag("database", database)
              .functionCounter()
              .count());
      assertEquals(
          10,
          registry
              .get("yardmaster.jdbc.aborts")
              .tags("database", database, "sqlstate", "40001")
              .functionCounter()
              .count());
      assertEquals(
          1,
          registry
              .get("yardmaster.jdbc.aborts")
              .tags("database", database, "sqlstate", "other")
              .functionCounter()
              .count());
      assertEquals(
          6,
          registry
              .get("yardmaster.jdbc.waits")
              .tag("database", database)
              .functionTimer()
              .totalTime(TimeUnit.MILLISECONDS));
    }
    ScheduledDatabases.remove(NAME);
    assertNull(registry.find("yardmaster.jdbc.committed").tag("database", NAME).meter());
  }

  @Test
  void aRegistryThatThrowsDoesNotReachTheThreadThatConnects() throws JMException {
    AtomicBoolean fails = new AtomicBoolean();
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new JdbcMeters().bindTo(registry);
    registry
        .config()
        .meterFilter(
            new MeterFilter() {
              @Override
              public Meter.Id map(Meter.Id id) {
                if (fails.get()) {
                  throw new IllegalArgumentException("the registry's own");
                }
                return id;
              }
            });
    SimpleMeterRegistry sound = new SimpleMeterRegistry();
    new JdbcMeters().bindTo(sound);
    fails.set(true);
    assertEquals(NAME, ScheduledDatabases.add(one));
    fails.set(false);
    assertTrue(jmx.isRegistered(bean(NAME)));
    assertNotNull(sound.find("yardmaster.jdbc.committed").tag("database", NAME).meter());
  }
}
