package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.yardmaster.jdbc.figures.JdbcObservations;
import dev.yardmaster.jdbc.meters.SchedulerMeters;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Tests where the figures and the waits of a scheduler are shown. */
@Timeout(60)
class SchedulerDisplayTest {
  private static final TransactionKeys ROW = TransactionKeys.of().write("accounts", 1);

  private final MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();
  private final JdbcSchedulerBuilder builder =
      JdbcScheduler.over(new StubDatabase().pool()).connections(1).maxQueued(1).name("shown");

  private static ObjectName bean(String name) throws JMException {
    return new ObjectName("dev.yardmaster:type=JdbcScheduler,name=" + ObjectName.quote(name));
  }

  private long number(String name, String attribute) throws JMException {
    return ((Number) jmx.getAttribute(bean(name), attribute)).longValue();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS), "nobody came");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Occupies the scheduler's only lane with a transaction that waits until the test counts down the
   * latch.
   */
  private static CompletableFuture<Void> occupy(JdbcScheduler scheduler, CountDownLatch mayGoOn) {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Void> running =
        scheduler.submit(
            ROW,
            connection -> {
              begun.countDown();
              await(mayGoOn);
              return null;
            });
    await(begun);
    return running;
  }

  @Test
  void aSecondCloseRemovesNoOtherScheduler() throws Exception {
    JdbcScheduler first = builder.start();
    first.close();
    try (JdbcScheduler second = builder.start()) {
      first.close();
      assertEquals(second.figures().committed(), number("shown", "Committed"));
    }
    assertFalse(jmx.isRegistered(bean("shown")));
  }

  @Test
  void jmxShowsAllFiguresUntilTheClose() throws Exception {
    try (JdbcScheduler first = builder.start();
        JdbcScheduler second = builder.start()) {
      second.execute(ROW, connection -> null);
      SchedulerFigures figures = second.figures();
      assertEquals(first.figures().committed(), number("shown", "Committed"));
      assertEquals(1, number("shown#2", "Committed"));
      assertEquals(1, number("shown#2", "Started"));
      assertEquals(
          TimeUnit.NANOSECONDS.toMillis(figures.waitedNs()), number("shown#2", "WaitedMs"));
      assertEquals(figures.waitedNs(), figures.longestWaitNs(), "one transaction");
      SimpleMeterRegistry meters = new SimpleMeterRegistry();
      new SchedulerMeters(second, "shown").bindTo(meters);
      assertEquals(1, meters.get("yardmaster.jdbc.scheduler.waits").functionTimer().count());
      assertEquals(
          (double) figures.longestWaitNs(),
          meters
              .get("yardmaster.jdbc.scheduler.longest.wait")
              .timeGauge()
              .value(TimeUnit.NANOSECONDS),
          1);
      for (var attribute : jmx.getMBeanInfo(bean("shown")).getAttributes()) {
        assertEquals(0, number("shown", attribute.getName()), attribute.getName());
      }
    }
    assertFalse(jmx.isRegistered(bean("shown")));
    assertFalse(jmx.isRegistered(bean("shown#2")));
  }

  @Test
  void eachWaitForAStartIsAnObservation() throws Exception {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    ObservationRegistry registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
    CountDownLatch mayGoOn = new CountDownLatch(1);
    try (JdbcScheduler scheduler = builder.name("observed").start()) {
      new JdbcObservations(registry).start();
      CompletableFuture<Void> running = occupy(scheduler, mayGoOn);
      assertEquals(1, ended(meters), "the wait of the running transaction has ended");
      CompletableFuture<Integer> waiting = scheduler.submit(ROW, connection -> 1);
      CompletableFuture<Integer> refused = scheduler.submit(ROW, connection -> 1);
      assertTrue(refused.isCompletedExceptionally(), "the queue is full");
      assertEquals(2, ended(meters), "a refused transaction does not wait");
      assertEquals(1, meters.get("yardmaster.jdbc.wait.active").longTaskTimer().activeTasks());
      mayGoOn.countDown();
      running.get(30, TimeUnit.SECONDS);
      assertEquals(1, waiting.get(30, TimeUnit.SECONDS));
      assertEquals(3, ended(meters));
      CompletableFuture<Void> last = occupy(scheduler, new CountDownLatch(0));
      last.get(30, TimeUnit.SECONDS);
    }
  }

  private static long ended(SimpleMeterRegistry meters) {
    return meters.get("yardmaster.jdbc.wait").tag("database", "observed").timer().count();
  }

  @Test
  void theWaitOfAWithdrawnTransactionEnds() throws Exception {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    ObservationRegistry registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
    new JdbcObservations(registry).start();
    CountDownLatch mayGoOn = new CountDownLatch(1);
    // The deadline also holds for the first transaction, which must have begun before.
    try (JdbcScheduler scheduler =
        builder.name("observed").deadline(Duration.ofSeconds(1)).start()) {
      CompletableFuture<Void> running = occupy(scheduler, mayGoOn);
      CompletableFuture<Integer> late = scheduler.submit(ROW, connection -> 1);
      assertThrows(Exception.class, () -> late.get(30, TimeUnit.SECONDS));
      assertEquals(2, ended(meters));
      mayGoOn.countDown();
      running.get(30, TimeUnit.SECONDS);
    }
    CountDownLatch never = new CountDownLatch(1);
    JdbcScheduler scheduler =
        builder.deadline(Duration.ofMinutes(1)).closeTimeout(Duration.ZERO).start();
    CompletableFuture<Void> running = occupy(scheduler, never);
    CompletableFuture<Integer> left = scheduler.submit(ROW, connection -> 1);
    scheduler.close();
    assertThrows(Exception.class, () -> left.get(30, TimeUnit.SECONDS));
    assertEquals(4, ended(meters));
    assertThrows(Throwable.class, () -> running.get(30, TimeUnit.SECONDS));
  }

  @Test
  void theLogHasALineOnlyForAnIntervalInWhichTransactionsEnded() throws Exception {
    LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    AppenderBase<ILoggingEvent> appender =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
          }
        };
    appender.start();
    Logger logger = (Logger) LoggerFactory.getLogger(SchedulerFigures.class);
    logger.addAppender(appender);
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    try (JdbcScheduler scheduler =
        builder.name("logged").logInterval(Duration.ofSeconds(1)).start()) {
      scheduler.execute(ROW, connection -> null);
      String line = lines.poll(30, TimeUnit.SECONDS);
      assertTrue(String.valueOf(line).startsWith("logged: 1 committed in 1 s (1/s), 0"), line);
      SchedulerDisplay idle =
          new SchedulerDisplay("idle", observer -> {}, () -> figures(1, 0, 1, 1));
      idle.write(1);
      idle.close();
      assertEquals(List.of(), List.copyOf(lines));
    } finally {
      logger.detachAppender(appender);
      logger.setLevel(null);
      logger.setAdditive(true);
    }
  }

  @Test
  void aLineHasTheFiguresOfItsTime() {
    SchedulerFigures before = figures(10, 3, 20, 1_000_000);
    SchedulerFigures now = figures(1_210, 5, 1_220, 4_801_000_000L);
    assertEquals(
        "1,200 committed in 60 s (20/s), 2 attempts aborted, 0 exhausted, 0 ambiguous, 0 failed,"
            + " 0 not started, waits of 4.0 ms on average",
        SchedulerDisplay.line(before, now, TimeUnit.MINUTES.toNanos(1)));
  }

  private static SchedulerFigures figures(
      long committed, long aborted, long started, long waitedNs) {
    return new SchedulerFigures(
        committed, aborted, 0, 0, 0, 0, started, waitedNs, waitedNs, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void badNamesAndIntervalsAreRefused() {
    assertMessage("name= must", () -> builder.name(""));
    assertMessage("must have 1 to 100", () -> builder.name("x".repeat(101)));
    assertMessage("logInterval=PT0.5S", () -> builder.logInterval(Duration.ofMillis(500)));
    builder.logInterval(Duration.ZERO).start().close();
  }

  private static void assertMessage(String part, Runnable call) {
    String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
