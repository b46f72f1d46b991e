package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.index.IndexPage;
import dev.yardmaster.engine.index.OrderedIndex;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RangeCounts;
import dev.yardmaster.engine.protocol.RangeReader;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition.Keys;
import org.jspecify.annotations.NullUnmarked;

/**
 * Runs a worker's scans under a protocol that has a {@link RangeReader}. A scan reads one logical
 * range after the other, and within each range one index page after the other. Only the worker's
 * thread calls the methods.
 */
@NullUnmarked // Internal: fields and results may be null.
final class RangeScans {

  /**
   * The byte string of the first key of a logical range, in a table of byte strings. It is lower
   * than every other byte string.
   */
  private static final byte[] LOWEST = {};

  private final RangeReader reader;
  private final AccessSet accesses;
  private final Pace pace;
  private final RangeCounts counts;
  private final ScanPages pages;
  private final ScanHistory history;
  private int stoppedAt;

  /**
   * Creates the scans of a worker.
   *
   * @param history records the scanned keys; null if nothing is recorded
   */
  RangeScans(RangeReader reader, WorkerContext worker, ScanPages pages, ScanHistory history) {
    this.reader = reader;
    this.pages = pages;
    this.history = history;
    accesses = worker.accesses();
    pace = worker.pace();
    counts = worker.ranges();
  }

  int forward(
      Table table,
      long from,
      byte[] fromRest,
      long to,
      byte[] toRest,
      int limit,
      RowVisitor visitor) {
    if (limit <= 0 || isEmpty(from, fromRest, to, toRest)) {
      return 0;
    }
    KeyRanges ranges = reader.rangesOf(table);
    byte[] lowest = lowestOf(table);
    int range = ranges.rangeOf(from);
    long begin = from;
    byte[] beginRest = fromRest;
    int visited = 0;
    while (true) {
      boolean isLast =
          ranges.isLast(range)
              || OrderedIndex.compareBound(to, toRest, ranges.firstOf(range + 1), lowest) <= 0;
      long end = isLast ? to : ranges.firstOf(range + 1);
      byte[] endRest = isLast ? toRest : lowest;
      int seen =
          part(table, range, begin, beginRest, end, endRest, false, limit - visited, visitor);
      if (seen < 0) {
        return visited + ~seen;
      }
      visited += seen;
      if (isLast) {
        return visited;
      }
      begin = end;
      beginRest = endRest;
      range++;
    }
  }

  int backward(
      Table table,
      long from,
      byte[] fromRest,
      long to,
      byte[] toRest,
      int limit,
      RowVisitor visitor) {
    if (limit <= 0 || isEmpty(from, fromRest, to, toRest)) {
      return 0;
    }
    KeyRanges ranges = reader.rangesOf(table);
    byte[] lowest = lowestOf(table);
    int range = toRest == OrderedIndex.UNBOUNDED ? ranges.count() - 1 : ranges.rangeOf(to);
    if (range > 0 && OrderedIndex.compareBound(to, toRest, ranges.firstOf(range), lowest) <= 0) {
      range--; // The upper bound is the range's first key, which the scan excludes.
    }
    long end = to;
    byte[] endRest = toRest;
    int visited = 0;
    while (true) {
      boolean isLast =
          ranges.isFirst(range)
              || OrderedIndex.compareBound(from, fromRest, ranges.firstOf(range), lowest) >= 0;
      long begin = isLast ? from : ranges.firstOf(range);
      byte[] beginRest = isLast ? fromRest : lowest;
      int seen = part(table, range, begin, beginRest, end, endRest, true, limit - visited, visitor);
      if (seen < 0) {
        return visited + ~seen;
      }
      visited += seen;
      if (isLast) {
        return visited;
      }
      end = begin;
      endRest = beginRest;
      range--;
    }
  }

  private static byte[] lowestOf(Table table) {
    return table.definition().keys() == Keys.BYTES ? LOWEST : null;
  }

  private static boolean isEmpty(long from, byte[] fromRest, long to, byte[] toRest) {
    return OrderedIndex.compareBound(to, toRest, from, fromRest) <= 0;
  }

  /** Returns whether the part that will be scanned is the whole range. */
  private boolean covers(
      Table table, int range, long begin, byte[] beginRest, long end, byte[] endRest) {
    KeyRanges ranges = reader.rangesOf(table);
    long first = ranges.isFirst(range) ? Long.MIN_VALUE : ranges.firstOf(range);
    byte[] lowest = lowestOf(table);
    return OrderedIndex.compareBound(begin, beginRest, first, lowest) <= 0
        && (ranges.isLast(range)
            ? endRest == OrderedIndex.UNBOUNDED
            : OrderedIndex.compareBound(end, endRest, ranges.firstOf(range + 1), lowest) >= 0);
  }

  /**
   * Scans a part of one logical range.
   *
   * @return the number of visited rows; {@code ~rows} if the visitor or the limit has stopped the
   *     scan in this part
   */
  private int part(
      Table table,
      int range,
      long low,
      byte[] lowRest,
      long high,
      byte[] highRest,
      boolean backward,
      int limit,
      RowVisitor visitor) {
    counts.range();
    boolean covers = covers(table, range, low, lowRest, high, highRest);
    int entered = reader.enter(table, range, low, lowRest, high, highRest, covers);
    OrderedIndex index = table.ordered();
    IndexPage page = pages.take();
    ScannedRow own = pages.row();
    try {
      long begin = low;
      byte[] beginRest = lowRest;
      long end = high;
      byte[] endRest = highRest;
      int visited = 0;
      while (true) {
        if (backward) {
          index.pageBackward(begin, beginRest, end, endRest, page);
        } else {
          index.page(begin, beginRest, end, endRest, page);
        }
        int seen = visit(table, page, begin, end, endRest, backward, limit - visited, visitor, own);
        if (seen < 0) {
          visited += ~seen;
          reader.stop(entered, page.key(stoppedAt), page.rest(stoppedAt), backward);
          return ~visited;
        }
        visited += seen;
        if (history != null) {
          noteGap(table, page, page.count(), begin, end, endRest, backward);
        }
        if (!page.goesOn()) {
          return visited;
        }
        if (pages.isOutermost()) {
          reader.betweenPages();
        }
        if (backward) {
          end = page.nextKey();
          endRest = page.nextRest();
        } else {
          begin = page.nextKey();
          beginRest = page.nextRest();
        }
      }
    } finally {
      pages.giveBack();
    }
  }

  /**
   * Passes the rows of a page to the visitor. The method contains only the inner loop of a scan, so
   * that it stays short.
   *
   * <p>If the visitor throws an exception, the whole part counts as scanned, which is safe for the
   * validation.
   *
   * @return the number of visited rows; {@code ~rows} if the visitor or the limit has stopped the
   *     scan at the entry {@link #stoppedAt}
   */
  private int visit(
      Table table,
      IndexPage page,
      long begin,
      long end,
      byte[] endRest,
      boolean backward,
      int limit,
      RowVisitor visitor,
      ScannedRow own) {
    int count = page.count();
    int visited = 0;
    for (int i = 0; i < count; i++) {
      pace.scannedRow();
      if (history != null) {
        noteGap(table, page, i, begin, end, endRest, backward);
      }
      Row row = row(table, page, i, own);
      if (row != null) {
        visited++;
        if (!visitor.visit(page.key(i), page.rest(i), row) || visited == limit) {
          stoppedAt = i;
          return ~visited;
        }
      }
    }
    return visited;
  }

  /**
   * Records the keys between the previous entry and the given entry as missing. If {@code entry} is
   * the number of entries, records the keys after the last entry up to the end of the page.
   */
  private void noteGap(
      Table table,
      IndexPage page,
      int entry,
      long begin,
      long end,
      byte[] endRest,
      boolean backward) {
    boolean isEnd = entry == page.count();
    long last = endRest == null ? end : Long.MAX_VALUE;
    if (backward) {
      long from = isEnd ? page.goesOn() ? page.nextKey() : begin : page.key(entry) + 1;
      history.gap(table, page, from, entry == 0 ? last : page.key(entry - 1));
    } else if (entry == 0 || page.key(entry - 1) != Long.MAX_VALUE) {
      long from = entry == 0 ? begin : page.key(entry - 1) + 1;
      history.gap(
          table, page, from, isEnd ? page.goesOn() ? page.nextKey() : last : page.key(entry));
    }
  }

  /**
   * Returns the row of an entry; null if the record is absent. If the transaction has its own copy
   * of the row, the method returns that copy.
   */
  private Row row(Table table, IndexPage page, int entry, ScannedRow into) {
    int record = page.record(entry);
    Access access = accesses.find(table, record);
    if (access != null) {
      return access.isPresent() ? access : null;
    }
    boolean present = reader.read(table, record, into);
    if (history != null) {
      history.row(
          table, page.key(entry), page.rest(entry), present ? into : null, reader.version());
    }
    return present ? into : null;
  }
}
