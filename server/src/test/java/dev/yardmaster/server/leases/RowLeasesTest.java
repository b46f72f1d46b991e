package dev.yardmaster.server.leases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.server.leases.ServedLease.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the order in which leases are granted. */
class RowLeasesTest {
  private static final long[] NONE = {};

  private final RowLeases leases = new RowLeases();
  private final List<ServedLease> granted = new ArrayList<>();

  private ServedLease writes(long... rows) {
    return new ServedLease(rows, NONE, granted::add);
  }

  private ServedLease reads(long... rows) {
    return new ServedLease(NONE, rows, granted::add);
  }

  @Test
  void aRowIsGrantedInTheOrderOfArrival() {
    ServedLease first = writes(7);
    ServedLease second = writes(7);
    ServedLease third = writes(7);
    assertTrue(leases.request(first));
    assertFalse(leases.request(second));
    assertFalse(leases.request(third));
    assertEquals(List.of(), granted);
    assertEquals(State.HELD, leases.end(first));
    assertEquals(List.of(second), granted);
    leases.end(second);
    assertEquals(List.of(second, third), granted);
    assertEquals(new LeaseFigures(1, 0, 3, 0), leases.figures());
  }

  @Test
  void aRequestWaitsForAllItsRowsAndKeepsItsPlaceInEachQueue() {
    ServedLease one = writes(1);
    ServedLease both = writes(2, 1);
    ServedLease two = writes(2);
    assertTrue(leases.request(one));
    assertFalse(leases.request(both));
    // Row 2 is not in use, but the earlier request must get it.
    assertFalse(leases.request(two));
    leases.end(one);
    assertEquals(List.of(both), granted);
    leases.end(both);
    assertEquals(List.of(both, two), granted);
  }

  @Test
  void readersShareARowButDoNotOvertakeAWriter() {
    ServedLease reader = reads(5);
    ServedLease other = reads(5);
    ServedLease writer = writes(5);
    ServedLease late = reads(5);
    ServedLease later = reads(5);
    assertTrue(leases.request(reader));
    assertTrue(leases.request(other));
    assertFalse(leases.request(writer));
    assertFalse(leases.request(late));
    assertFalse(leases.request(later));
    leases.end(other);
    assertEquals(List.of(), granted);
    leases.end(reader);
    assertEquals(List.of(writer), granted);
    leases.end(writer);
    assertEquals(List.of(writer, late, later), granted);
  }

  @Test
  void aRunningTransactionGetsFurtherRowsAtOnceAndWhoWaitsWaitsForIt() {
    ServedLease holder = writes(1);
    ServedLease waiting = writes(1);
    ServedLease later = writes(1);
    leases.request(holder);
    leases.request(waiting);
    leases.grantAtOnce(later);
    assertEquals(new LeaseFigures(2, 1, 2, 0), leases.figures());
    leases.end(holder);
    assertEquals(List.of(), granted);
    leases.end(later);
    assertEquals(List.of(waiting), granted);
    assertThrows(IllegalStateException.class, () -> leases.grantAtOnce(later));
  }

  @Test
  void aRequestThatWaitsForOneRowLosesItsTurnAtAnother() {
    ServedLease one = writes(1);
    ServedLease both = writes(2, 1);
    ServedLease two = reads(2);
    leases.request(one);
    leases.request(both);
    leases.grantAtOnce(two);
    leases.end(one);
    assertEquals(List.of(), granted);
    leases.end(two);
    assertEquals(List.of(both), granted);
  }

  @Test
  void readersThatWaitKeepTheirTurnBesideALaterReader() {
    ServedLease one = writes(1);
    ServedLease readsBoth = reads(2, 1);
    ServedLease holder = reads(2);
    ServedLease reader = reads(2);
    ServedLease writer = writes(2);
    leases.request(one);
    leases.request(readsBoth);
    assertTrue(leases.request(holder));
    leases.grantAtOnce(reader);
    leases.end(one);
    assertEquals(List.of(readsBoth), granted);
    leases.request(writer);
    leases.end(holder);
    leases.end(readsBoth);
    assertEquals(List.of(readsBoth), granted);
    leases.end(reader);
    assertEquals(List.of(readsBoth, writer), granted);
    leases.end(writer);
    assertEquals(0, leases.knownRows());
  }

  /** The time of a grant must not grow with the square of the number of waiting requests. */
  @Test
  @Timeout(10)
  void manyRequestsThatWaitDoNotStallTheServerWhenARowIsGrantedAtOnce() {
    int waiting = 40_000;
    int atOnce = 40;
    for (int i = 0; i <= waiting; i++) {
      leases.request(writes(1));
    }
    for (int i = 0; i < atOnce; i++) {
      leases.grantAtOnce(writes(1));
    }
    assertEquals(new LeaseFigures(1 + atOnce, waiting, 1 + atOnce, 0), leases.figures());
  }

  @Test
  void aServerThatEndsGrantsNothing() {
    ServedLease holder = writes(1);
    ServedLease waiting = writes(1);
    assertTrue(leases.request(holder));
    assertFalse(leases.request(waiting));
    leases.stopGranting();
    assertEquals(State.HELD, leases.end(holder));
    assertFalse(leases.request(writes(2)), "a row that is free");
    assertEquals(List.of(), granted);
    assertEquals(State.WAITING, leases.end(waiting));
    assertEquals(new LeaseFigures(0, 1, 1, 0), leases.figures());
  }

  @Test
  void aWithdrawnRequestIsNeverGranted() {
    ServedLease holder = reads(5);
    ServedLease writer = writes(5);
    ServedLease reader = reads(5);
    leases.request(holder);
    leases.request(writer);
    leases.request(reader);
    assertEquals(State.WAITING, leases.end(writer));
    assertEquals(List.of(reader), granted, "only the writer was in the way of the reader");
    assertEquals(State.ENDED, leases.end(writer));
  }

  @Test
  void anExpiredLeaseIsCountedAndItsRowsAreFree() {
    ServedLease stuck = writes(1);
    ServedLease next = writes(1);
    leases.request(stuck);
    leases.request(next);
    leases.expire(stuck);
    assertEquals(List.of(next), granted);
    assertEquals(State.ENDED, leases.end(stuck), "a late release has no effect");
    assertEquals(new LeaseFigures(1, 0, 2, 1), leases.figures());
    assertThrows(IllegalStateException.class, () -> leases.request(stuck));
  }

  /**
   * Compares random requests with the rule that a request waits for earlier conflicting requests.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void randomRequestsAreGrantedAsSoonAsNoEarlierRequestConflicts(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<ServedLease, Boolean> present = new LinkedHashMap<>();
    Map<ServedLease, Map<Long, Boolean>> rows = new HashMap<>();
    for (int step = 0; step < 2_000; step++) {
      if (present.isEmpty() || (random.nextInt(3) > 0 && present.size() < 12)) {
        Map<Long, Boolean> uses = new HashMap<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          uses.put((long) random.nextInt(5), random.nextBoolean());
        }
        ServedLease lease =
            new ServedLease(
                uses.keySet().stream().filter(uses::get).mapToLong(r -> r).toArray(),
                uses.keySet().stream().filter(r -> !uses.get(r)).mapToLong(r -> r).toArray(),
                granted::add);
        rows.put(lease, uses);
        present.put(lease, leases.request(lease));
      } else {
        ServedLease ended = List.copyOf(present.keySet()).get(random.nextInt(present.size()));
        present.remove(ended);
        leases.end(ended);
      }
      granted.forEach(lease -> present.put(lease, true));
      granted.clear();
      String where = "seed=" + seed + " step=" + step;
      List<ServedLease> order = List.copyOf(present.keySet());
      for (int i = 0; i < order.size(); i++) {
        ServedLease lease = order.get(i);
        boolean isFree =
            order.subList(0, i).stream()
                .noneMatch(earlier -> conflict(rows.get(earlier), rows.get(lease)));
        assertEquals(isFree, present.get(lease), where);
      }
    }
    present.keySet().forEach(leases::end);
    assertEquals(0, leases.knownRows());
    assertEquals(0, leases.figures().held() + leases.figures().waiting());
  }

  private static boolean conflict(Map<Long, Boolean> one, Map<Long, Boolean> other) {
    return one.entrySet().stream()
        .anyMatch(
            use -> other.containsKey(use.getKey()) && (use.getValue() || other.get(use.getKey())));
  }
}
