package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.index.Index;
import dev.yardmaster.engine.index.IndexPage;
import dev.yardmaster.engine.index.NodeSet;
import dev.yardmaster.engine.index.Observation;
import dev.yardmaster.engine.table.Table;
import java.util.Arrays;

/**
 * The index reads of one transaction that depend on which keys are missing: searches that have
 * found no record, and pages of ranges. If a node of the {@link NodeSet} has changed, the
 * transaction is not aborted at once. Instead {@link #repeat} repeats the reads. Most changes
 * concern keys that the transaction has not read, such as keys after the last row of a scan. One
 * worker owns the object and reuses it.
 */
public final class IndexReads {

  /**
   * The maximum number of repetitions. If a node has changed during each repetition, further
   * repetitions would probably fail, too.
   */
  private static final int MAX_REPETITIONS = 3;

  private static final int NONE = -1;

  /** A search, or one page of a range. */
  private static final class Read {
    private Table table;
    private long from;
    private byte[] fromRest;
    private long to;
    private byte[] toRest;
    private boolean isRange;
    private boolean isBackward;

    /**
     * Whether the transaction has used only the first {@link #count} entries of the page. Later
     * entries may change.
     */
    private boolean isCut;

    /**
     * For the recorded history, each missing key of a read has an access. This field is the
     * position of the first of these accesses, and {@link #endMissing} is the position after the
     * last.
     */
    private int firstMissing;

    private int endMissing;

    /**
     * The index in {@link #records} of the first record of the page. The other records of the page
     * follow in order.
     */
    private int first;

    private int count;

    private void clear() {
      table = null;
      fromRest = null;
      toRest = null;
    }
  }

  private final NodeSet nodes;
  private final AccessSet accesses;
  private final Pace pace;
  private final Observation observed = new Observation();
  private final IndexPage page = new IndexPage();
  private Read[] reads = new Read[0];
  private int size;
  private int[] records = new int[64];
  private int recordCount;

  /**
   * The tables of the records that the transaction has created. The next four arrays contain the
   * records, their keys and their stamps.
   */
  private Table[] createdTables = new Table[8];

  private int[] created = new int[8];
  private long[] createdKeys = new long[8];
  private byte[][] createdRests = new byte[8][];
  private long[] createdStamps = new long[8];
  private int createdCount;

  IndexReads(NodeSet nodes, AccessSet accesses, Pace pace) {
    this.nodes = nodes;
    this.accesses = accesses;
    this.pace = pace;
  }

  private Read add(Table table, Observation node) {
    if (size == reads.length) {
      reads = Arrays.copyOf(reads, Math.max(16, 2 * size));
      for (int i = size; i < reads.length; i++) {
        reads[i] = new Read();
      }
    }
    Read read = reads[size++];
    read.table = table;
    read.firstMissing = 0;
    read.endMissing = 0;
    read.first = recordCount;
    read.count = 0;
    read.isCut = false;
    nodes.add(node);
    return read;
  }

  /**
   * Adds a search that found no record.
   *
   * @return the number of the read, for {@link #recorded}
   */
  public int missing(Table table, long key, byte[] rest, Observation node) {
    Read read = add(table, node);
    read.isRange = false;
    read.from = key;
    read.fromRest = rest;
    return size - 1;
  }

  /**
   * Adds a page of a range, with all its entries.
   *
   * @return the number of the read, for {@link #cut} and {@link #recorded}
   */
  public int page(
      Table table,
      long from,
      byte[] fromRest,
      long to,
      byte[] toRest,
      boolean backward,
      IndexPage found) {
    Read read = add(table, found.observed());
    boolean endsBefore = found.goesOn() && !backward;
    boolean beginsBehind = found.goesOn() && backward;
    read.isRange = true;
    read.isBackward = backward;
    read.from = beginsBehind ? found.nextKey() : from;
    read.fromRest = beginsBehind ? found.nextRest() : fromRest;
    read.to = endsBefore ? found.nextKey() : to;
    read.toRest = endsBefore ? found.nextRest() : toRest;
    read.count = found.count();
    if (records.length - recordCount < read.count) {
      records = Arrays.copyOf(records, 2 * (recordCount + read.count));
    }
    for (int i = 0; i < read.count; i++) {
      records[recordCount++] = found.record(i);
    }
    return size - 1;
  }

  /** Records that the transaction has used only the first {@code used} entries of a page. */
  public void cut(int number, int used) {
    reads[number].isCut = true;
    reads[number].count = used;
  }

  /**
   * Records which accesses were added for the missing keys of a read, for the recorded history.
   *
   * @param firstAccess the position of the first of these accesses; the last is the newest access
   *     of the transaction
   */
  public void recorded(int number, int firstAccess) {
    reads[number].firstMissing = firstAccess;
    reads[number].endMissing = accesses.size();
  }

  /**
   * Records that the transaction has created a record, which is already in the index.
   *
   * @param stamp the version of the absent record
   */
  public void created(Table table, int record, long key, byte[] rest, long stamp) {
    if (createdCount == created.length) {
      createdKeys = Arrays.copyOf(createdKeys, 2 * createdCount);
      createdRests = Arrays.copyOf(createdRests, 2 * createdCount);
      createdStamps = Arrays.copyOf(createdStamps, 2 * createdCount);
      created = Arrays.copyOf(created, 2 * createdCount);
      createdTables = Arrays.copyOf(createdTables, 2 * createdCount);
    }
    createdTables[createdCount] = table;
    createdKeys[createdCount] = key;
    createdRests[createdCount] = rest;
    createdStamps[createdCount] = stamp;
    created[createdCount++] = record;
  }

  /** Returns the number of reads. */
  public int size() {
    return size;
  }

  /**
   * Repeats all reads, and replaces the contents of the node set by the nodes that the repeated
   * reads observe. Returns whether there was a moment during the call at which all reads had the
   * same results as before.
   */
  boolean repeat() {
    for (int i = 0; i < MAX_REPETITIONS; i++) {
      if (!repeatOnce()) {
        return false;
      }
      if (nodes.isUnchanged()) {
        return true;
      }
    }
    return false;
  }

  private boolean repeatOnce() {
    nodes.clear();
    for (int i = 0; i < size; i++) {
      Read read = reads[i];
      pace.examine(1);
      if (!(read.isRange ? repeatRange(read) : repeatSearch(read))) {
        return false;
      }
    }
    return true;
  }

  private boolean repeatSearch(Read read) {
    int record = read.table.index().find(read.from, read.fromRest, observed);
    if (record == Index.NONE) {
      nodes.add(observed);
      raiseMissing(read, observed.stamp(), Long.MIN_VALUE, Long.MAX_VALUE);
      return true;
    }
    int own = ownRecord(read.table, record);
    if (own == NONE) {
      return false;
    }
    // The transaction has created this record, so no other transaction changes the entry before the
    // commit.
    raiseMissing(read, createdStamps[own], Long.MIN_VALUE, Long.MAX_VALUE);
    return true;
  }

  /**
   * Raises the versions of missing keys in the recorded history. After the first read of the index,
   * another transaction may have inserted a record under such a key and deleted it again, so that
   * the key is now absent with a higher version.
   *
   * @param stamp the stamp of the node
   * @param lowest the lowest key of the part of the range that was read again from the node
   * @param highest the highest key of this part
   */
  private void raiseMissing(Read read, long stamp, long lowest, long highest) {
    for (int i = read.firstMissing; i < read.endMissing; i++) {
      Access access = accesses.get(i);
      if (access.key() >= lowest && access.key() <= highest) {
        long known = -access.version();
        access.found(false, Math.max(known, missingAsOf(access, stamp)));
      }
    }
  }

  /**
   * Returns the stamp. If the transaction itself has created a record under the access's key,
   * returns at most the stamp of this record.
   */
  private long missingAsOf(Access access, long stamp) {
    long asOf = stamp;
    for (int i = 0; i < createdCount; i++) {
      if (createdKeys[i] == access.key()
          && createdTables[i] == access.table()
          && Arrays.equals(createdRests[i], access.rest())) {
        asOf = Math.min(asOf, createdStamps[i]);
      }
    }
    return asOf;
  }

  private boolean repeatRange(Read read) {
    int end = read.first + read.count;
    int expected = read.first;
    long from = read.from;
    byte[] fromRest = read.fromRest;
    long to = read.to;
    byte[] toRest = read.toRest;
    do {
      long lowest = from;
      long highest = toRest == null ? to - 1 : Long.MAX_VALUE;
      if (read.isBackward) {
        read.table.ordered().pageBackward(from, fromRest, to, toRest, page);
        to = page.nextKey();
        toRest = page.nextRest();
        lowest = page.goesOn() ? to : lowest;
      } else {
        read.table.ordered().page(from, fromRest, to, toRest, page);
        from = page.nextKey();
        fromRest = page.nextRest();
        highest = page.goesOn() ? from - 1 : highest;
      }
      expected = matches(read, expected, end);
      if (expected == NONE) {
        return false;
      }
      nodes.add(page.observed());
      raiseMissing(read, page.observed().stamp(), lowest, highest);
    } while (page.goesOn() && !(read.isCut && expected == end));
    return expected == end;
  }

  /**
   * Compares the records of the page with the expected records, beginning at position {@code next}
   * of {@link #records}. Records that the transaction has created are ignored. Returns the position
   * of the next expected record, or {@link #NONE} if the page contains an unexpected record.
   */
  private int matches(Read read, int next, int end) {
    int expected = next;
    for (int i = 0; i < page.count() && !(read.isCut && expected == end); i++) {
      int record = page.record(i);
      if (expected < end && records[expected] == record) {
        expected++;
      } else if (ownRecord(read.table, record) == NONE) {
        return NONE;
      }
    }
    return expected;
  }

  /**
   * Returns the index of a record among the records that the transaction has created, or {@link
   * #NONE}.
   */
  private int ownRecord(Table table, int record) {
    for (int i = 0; i < createdCount; i++) {
      if (created[i] == record && createdTables[i] == table) {
        return i;
      }
    }
    return NONE;
  }

  /** Removes all reads. */
  void clear() {
    for (int i = 0; i < size; i++) {
      reads[i].clear();
    }
    Arrays.fill(createdTables, 0, createdCount, null);
    Arrays.fill(createdRests, 0, createdCount, null);
    size = 0;
    recordCount = 0;
    createdCount = 0;
  }
}
