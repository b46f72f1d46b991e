package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Tests {@link EntryIndex}: the storage worker adds an entry that makes the index grow, while a
 * caller reads a key that was already in the index.
 */
@JCStressTest
@Description("A caller finds a key while its entry moves to another chain, or gives up.")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The key was found.")
@Outcome(id = "moving", expect = Expect.ACCEPTABLE, desc = "Entries were moving.")
@Outcome(id = "absent", expect = Expect.FORBIDDEN, desc = "The key was missed.")
@State
public class EntryIndexGrowthStress {

  /** The number of entries of a full index; one more entry makes the index grow. */
  private static final int FULL = 64;

  private static final Key KEY = Key.of("t", 0);

  private final EntryIndex index = new EntryIndex();

  public EntryIndexGrowthStress() {
    // The entries are in one chain, and the growth distributes them over two chains.
    for (int i = 0; i < FULL; i++) {
      index.add(entry(i));
    }
  }

  private static StoredEntry entry(int number) {
    StoredEntry entry = new StoredEntry(Key.of("t", number), "t", (long) number * FULL);
    entry.set(new byte[] {1}, 1);
    return entry;
  }

  @Actor
  public void storageWorker() {
    index.add(entry(FULL));
  }

  @Actor
  public void caller(L_Result seen) {
    ReadSet reads = new ReadSet();
    int position = reads.add(KEY, 0);
    seen.r1 =
        !index.readNow(reads, position, 0)
            ? "moving"
            : reads.value(position) == null ? "absent" : reads.value(position)[0];
  }
}
