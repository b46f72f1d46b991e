package dev.yardmaster.benchmarks.workload.tpce.load;

import dev.yardmaster.benchmarks.workload.tpce.schema.LotMatching;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * An account's position in a security during the loading of its trades, with the oldest lot first.
 */
final class LoadedPosition {

  private final Deque<Lot> lots = new ArrayDeque<>();
  private long quantity;

  /** A lot of shares that one trade opened; the quantity is negative in a short position. */
  record Lot(int trade, long date, long priceCents, long quantity) {}

  /** Matches a trade with the lots, and applies the result to the lots. */
  void trade(LotMatching matching, boolean isLifo, Lot traded) {
    matching.begin(traded.quantity());
    if (matching.matches(quantity)) {
      Iterator<Lot> inOrder = isLifo ? lots.descendingIterator() : lots.iterator();
      boolean goesOn = true;
      while (goesOn && inOrder.hasNext()) {
        Lot lot = inOrder.next();
        goesOn = matching.offer(lot.trade(), lot.quantity(), lot.priceCents());
      }
      for (int i = 0; i < matching.lots(); i++) {
        Lot lot = isLifo ? lots.removeLast() : lots.removeFirst();
        long after = matching.after(i);
        if (after != 0) {
          put(new Lot(lot.trade(), lot.date(), lot.priceCents(), after), isLifo);
        }
      }
    }
    if (matching.left() != 0) {
      lots.addLast(new Lot(traded.trade(), traded.date(), traded.priceCents(), matching.left()));
    }
    quantity += traded.quantity();
  }

  private void put(Lot lot, boolean isLast) {
    if (isLast) {
      lots.addLast(lot);
    } else {
      lots.addFirst(lot);
    }
  }

  /** Returns the sum of the lots' quantities. */
  long quantity() {
    return quantity;
  }

  /** Returns the lots, oldest first. */
  Iterable<Lot> lots() {
    return lots;
  }
}
