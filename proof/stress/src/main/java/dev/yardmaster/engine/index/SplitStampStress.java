package dev.yardmaster.engine.index;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Tests {@link OrderedIndex}: a leaf is split while a reader raises the leaf's stamp. The key that
 * the reader did not find belongs to the new leaf, and is inserted there after the split.
 */
@JCStressTest
@Description("If a reader raised the stamp before a split, the new leaf has the raised stamp, too.")
@Outcome(
    id = "10, 10",
    expect = Expect.ACCEPTABLE,
    desc = "The reader raised the stamp " + "before the split.")
@Outcome(
    id = "0, (0|10)",
    expect = Expect.ACCEPTABLE,
    desc = "The reader was too late, and detects the split.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "The reader was too late, and does not detect " + "the split.")
@State
public class SplitStampStress {

  private static final long IN_LOWER_LEAF = 1;
  private static final long IN_UPPER_LEAF = 2 * OrderedIndex.LEAF_ENTRIES - 3;

  private final StampDuel duel = new StampDuel(fullLeaf(), IN_UPPER_LEAF);

  /** Returns an index with one full leaf of even numbers. */
  private static OrderedIndex fullLeaf() {
    OrderedIndex index = new OrderedIndex(false);
    NodeChange change = new NodeChange();
    for (int i = 0; i < OrderedIndex.LEAF_ENTRIES; i++) {
      index.insert(2L * i, null, i, (record, stamp) -> {}, change);
    }
    return index;
  }

  @Actor
  public void reader(JJ_Result stamps) {
    stamps.r1 = duel.raise();
  }

  @Actor
  public void splitter() {
    duel.insert(IN_LOWER_LEAF);
  }

  @Arbiter
  public void inserter(JJ_Result stamps) {
    stamps.r2 = duel.insert(IN_UPPER_LEAF);
  }
}
