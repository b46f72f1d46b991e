package dev.yardmaster.processor.queues;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jctools.queues.SpscArrayQueue;
import org.junit.jupiter.api.Test;

class DelayedQueueTest {

  private long nowNs = 1000;
  private final DelayedQueue<String> queue =
      new DelayedQueue<>(new SpscArrayQueue<>(4), 50, () -> nowNs);

  @Test
  void anElementCanBeTakenWhenItsDelayHasPassed() {
    assertTrue(queue.offer("a"));
    nowNs += 30;
    assertTrue(queue.offer("b"));
    assertNull(queue.poll());
    nowNs += 20;
    assertEquals("a", queue.poll());
    assertNull(queue.poll());
    nowNs += 30;
    assertEquals("b", queue.poll());
    assertTrue(queue.isEmpty());
  }

  @Test
  void aFullQueueRefuses() {
    for (int i = 0; i < 4; i++) {
      assertTrue(queue.offer("a"));
    }
    assertFalse(queue.offer("b"));
    assertEquals(4, queue.size());
  }
}
