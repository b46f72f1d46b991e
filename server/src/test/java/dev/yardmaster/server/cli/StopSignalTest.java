package dev.yardmaster.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StopSignalTest {

  private static final int SIGINT = 2;
  private static final int SIGTERM = 15;

  private final List<Integer> halted = new ArrayList<>();
  private final StopSignal stop = new StopSignal(halted::add);

  @Test
  void theFirstSignalEndsTheWait() {
    stop.handle(SIGTERM);
    assertTrue(stop.arrivesWithin(10_000));
    assertEquals(List.of(), halted);
  }

  @Test
  void theSecondSignalEndsTheProcess() {
    stop.handle(SIGTERM);
    stop.handle(SIGINT);
    assertEquals(List.of(130), halted);
  }

  @Test
  void anInterruptEndsTheWait() {
    Thread.currentThread().interrupt();
    assertTrue(stop.arrivesWithin(10_000));
    assertEquals(false, Thread.interrupted());
  }
}
