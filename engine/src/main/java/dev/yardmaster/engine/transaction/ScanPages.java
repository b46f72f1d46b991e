package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.index.IndexPage;
import java.util.ArrayList;
import java.util.List;

/** Pages for scans, which may be nested, and a row for each of those. Owned by one worker. */
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

  /** The row that belongs to the page that was taken last. */
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
