package dev.yardmaster.api.logic;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.SnapshotCursor;
import java.util.NoSuchElementException;

/** A cursor that fetches its entries in pages. */
final class PagedCursor implements SnapshotCursor {

  private static final int PAGE_ENTRIES = 1_000;

  /** Fetches the pages of a scan; see {@link SnapshotSource#page}. */
  interface Pages {
    ScannedEntries page(Scan scan, boolean afterFirst);
  }

  private final Pages pages;
  private Scan rest;
  private boolean begun;
  private ScannedEntries page = new ScannedEntries();
  private int entry = -1;
  private boolean over;

  PagedCursor(Pages pages, Key from, Key to, boolean backward) {
    this.pages = pages;
    rest = new Scan(from, to, PAGE_ENTRIES, backward);
  }

  @Override
  public boolean next() {
    if (over) {
      return false;
    }
    if (++entry < page.size()) {
      return true;
    }
    if (begun && page.isComplete()) {
      over = true;
      return false;
    }
    if (begun) {
      rest = SourcedSnapshot.after(rest, page.key(page.size() - 1), PAGE_ENTRIES);
    }
    page = pages.page(rest, begun);
    begun = true;
    entry = 0;
    over = page.size() == 0;
    return !over;
  }

  @Override
  public Key key() {
    return page.key(current());
  }

  @Override
  public byte[] value() {
    return page.value(current()).clone();
  }

  private int current() {
    if (over || entry < 0) {
      throw new NoSuchElementException("the cursor is not at an entry");
    }
    return entry;
  }
}
