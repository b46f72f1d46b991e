package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.index.IndexPage;
import java.util.ArrayList;
import java.util.List;

/** Pages and rows for scans, one pair for each level of nesting. Owned by one worker. */
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

  /** Returns the row that belongs to the page taken last. */
  ScannedRow row() {
    return rows.get(used - 1);
  }

  void giveBack() {
    rows.get(--used).end();
  }

  void clear() {
    used = 0;
  }
}
