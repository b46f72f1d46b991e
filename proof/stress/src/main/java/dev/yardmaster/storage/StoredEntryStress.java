package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * Tests {@link InMemoryStore#readNow}: the storage worker writes three versions of a key (the last
 * version is a deletion), while a caller reads the key.
 */
@JCStressTest
@Description("A caller reads a value with its own version, or gives up.")
@Outcome(id = "null, 0", expect = Expect.ACCEPTABLE, desc = "The key is absent or removed.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The first version.")
@Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "The second version.")
@Outcome(id = "null, 3", expect = Expect.ACCEPTABLE, desc = "The deletion.")
@Outcome(id = "null, null", expect = Expect.ACCEPTABLE, desc = "The entry was changing.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A value with the version of another one.")
@State
public class StoredEntryStress {

  private static final Key KEY = Key.of("t", 1);

  private final InMemoryStore store = new InMemoryStore();

  @Actor
  public void storageWorker() {
    store.write(KEY, 1, new byte[] {1}, 1);
    store.write(KEY, 1, new byte[] {2}, 2);
    store.write(KEY, 1, null, 3);
    store.release(3);
  }

  @Actor
  public void caller(LL_Result seen) {
    ReadSet reads = new ReadSet();
    int position = reads.add(KEY, 1);
    if (store.readNow(reads, position, 0)) {
      seen.r1 = reads.value(position) == null ? null : reads.value(position)[0];
      seen.r2 = reads.version(position);
    }
  }
}
