package dev.yardmaster.processor.queues;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.yardmaster.validator.ValidationRequest;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** Tests that restarted transactions overtake other transactions, but not each other. */
class RestartedFirstTest {

  private static ValidationRequest request(int restarts) {
    ValidationRequest request = new ValidationRequest(0, new ArrayDeque<>());
    request.begin(1, restarts, 1);
    return request;
  }

  @Test
  void restartedOnesComeFirstEachLaneInOrder() {
    RestartedFirst way = new RestartedFirst(new ArrayDeque<>(), new ArrayDeque<>());
    ValidationRequest first = request(0);
    ValidationRequest second = request(0);
    ValidationRequest restarted = request(1);
    ValidationRequest restartedOften = request(7);
    way.offer(first);
    way.offer(restarted);
    way.offer(second);
    way.offer(restartedOften);
    assertEquals(4, way.size());
    assertSame(restarted, way.peek());
    assertSame(restarted, way.poll());
    assertSame(restartedOften, way.poll());
    assertSame(first, way.peek());
    assertSame(first, way.poll());
    assertSame(second, way.poll());
    assertNull(way.poll());
    assertNull(way.peek());
  }

  @Test
  void whatAsksForAReservationOrGivesItBackIsRestarted() {
    RestartedFirst way = new RestartedFirst(new ArrayDeque<>(), new ArrayDeque<>());
    ValidationRequest ask = request(0);
    ask.beginReservation(1, 4, false, 0);
    ValidationRequest release = request(0);
    release.beginRelease(1, 4);
    ValidationRequest other = request(0);
    way.offer(other);
    way.offer(ask);
    way.offer(release);
    assertSame(ask, way.poll());
    assertSame(release, way.poll());
    assertSame(other, way.poll());
  }
}
