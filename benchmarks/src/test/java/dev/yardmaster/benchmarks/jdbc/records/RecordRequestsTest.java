package dev.yardmaster.benchmarks.jdbc.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.DrawnCalls;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordRequestsTest {

  private static final int ROWS = 1_000;
  private static final int DRAWN = 10_000;

  @Test
  void requestsAreForDistinctRecordsInOneOrderAndHalfAreUpdates() {
    DrawnCalls.Walk<RecordRequests> walk = RecordRequests.draw(ROWS, 1.2, 7).walk(0, 1);
    int updates = 0;
    int withMostPopular = 0;
    int beginWithMostPopular = 0;
    for (int i = 0; i < DRAWN; i++) {
      List<Integer> ids = walkIds(walk.next());
      assertEquals(ids.stream().distinct().sorted().toList(), ids);
      assertTrue(ids.get(0) >= 0 && ids.get(ids.size() - 1) < ROWS, ids.toString());
      withMostPopular += ids.contains(ROWS / 2) ? 1 : 0;
      beginWithMostPopular += ids.get(0) == ROWS / 2 ? 1 : 0;
    }
    walk = RecordRequests.draw(ROWS, 0, 7).walk(0, 1);
    for (int i = 0; i < DRAWN; i++) {
      updates += (int) walk.next().requests().stream().filter(each -> each.isUpdate()).count();
    }
    assertEquals(0.5, updates / (double) (DRAWN * RecordRequests.REQUESTS), 0.02);
    assertTrue(withMostPopular > DRAWN / 2, "drawn with the most popular id: " + withMostPopular);
    assertTrue(
        beginWithMostPopular < withMostPopular / 3,
        "begin with the most popular id: " + beginWithMostPopular);
  }

  private static List<Integer> walkIds(RecordRequests drawn) {
    assertEquals(RecordRequests.REQUESTS, drawn.requests().size());
    return drawn.requests().stream().map(RecordRequests.Request::id).toList();
  }
}
