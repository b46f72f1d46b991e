package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.index.IndexPage;
import java.util.ArrayList;
import java.util.List;

/**
 * The pages and rows that scans reuse. Each level of nested scans has one page and one row. One
 * worker owns the object.
 */
final class ScanPages {

  private final List<IndexPage> pages = new ArrayList<>();
  private final List<ScannedRow> rows = new ArrayList<>();
  private int used;

  IndexPage take() {
    if (used == pages.size()) {
      pages.add(new IndexPage());
      rows.add(new ScannedRow());
    }
    return pages.get(used++);
  }

  /** Returns the row that belongs to the page that was requested last. */
  ScannedRow row() {
    return rows.get(used - 1);
  }

  /**
   * Returns whether the page that was requested last belongs to a scan that is not inside another
   * scan.
   */
  boolean isOutermost() {
    return used == 1;
  }

  void giveBack() {
    rows.get(--used).end();
  }

  void clear() {
    used = 0;
  }
}
