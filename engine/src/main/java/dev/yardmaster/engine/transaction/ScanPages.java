package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.index.IndexPage;
import java.util.ArrayList;
import java.util.List;

/** Pages for scans, which may be nested. Owned by one worker. */
final class ScanPages {

  private final List<IndexPage> pages = new ArrayList<>();
  private int used;

  IndexPage take() {
    if (used == pages.size()) {
      pages.add(new IndexPage());
    }
    return pages.get(used++);
  }

  void giveBack() {
    used--;
  }

  void clear() {
    used = 0;
  }
}
