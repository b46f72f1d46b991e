package dev.yardmaster.workloads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpanTest {

  @Test
  void spansCoverAllIdsOnce() {
    assertEquals(List.of(new Span(0, 4), new Span(4, 4), new Span(8, 2)), Span.cover(10, 4));
    assertEquals(List.of(new Span(0, 4)), Span.cover(4, 4));
  }
}
