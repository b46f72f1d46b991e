package dev.yardmaster.proof.simulator.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.proof.simulator.scenario.LinkDelay;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.scenario.Scenarios;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedLinkTest {

  private final Scenario scenario = Scenarios.draw(1);
  private final Scheduler scheduler = new Scheduler(scenario.chance(), scenario);

  private List<Integer> sendAndTake(LinkDelay delay) {
    SimulatedLink<Integer> link = new SimulatedLink<>(scheduler, delay, 50);
    for (int i = 0; i < 50; i++) {
      assertTrue(link.offer(i));
    }
    assertFalse(link.offer(50), "the link must not exceed the requested capacity");
    scheduler.add(link);
    scheduler.add(
        new Task("nobody") {
          @Override
          public boolean step() {
            return false;
          }
        });
    List<Integer> taken = new ArrayList<>();
    while (!link.isEmpty()) {
      scheduler.step();
      Integer next = link.peek();
      assertEquals(next, link.poll());
      if (next != null) {
        taken.add(next);
      }
    }
    assertNull(link.poll());
    return taken;
  }

  @Test
  void keepsTheOrderIfNothingMayOvertake() {
    List<Integer> taken = sendAndTake(new LinkDelay(10_000, false));
    assertEquals(50, taken.size());
    List<Integer> sorted = new ArrayList<>(taken);
    Collections.sort(sorted);
    assertEquals(sorted, taken);
  }

  @Test
  void losesAndDoublesNothingWhenMessagesOvertake() {
    List<Integer> taken = sendAndTake(new LinkDelay(10_000, true));
    List<Integer> sorted = new ArrayList<>(taken);
    Collections.sort(sorted);
    assertNotEquals(sorted, taken);
    for (int i = 0; i < 50; i++) {
      assertEquals(i, sorted.get(i));
    }
  }
}
