package dev.yardmaster.storage.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.VersionedStore;
import org.junit.jupiter.api.Test;

class OutcomeRetentionTest {

  private final OutcomeHorizon horizon = new OutcomeHorizon(() -> 1_000, 1_000);

  /** A store that checks the horizon whenever outcomes are discarded. */
  private final class WatchedStore implements VersionedStore {
    private final InMemoryStore store = new InMemoryStore();

    @Override
    public int forget(Key from, Key to, int most) {
      long toMs = TransactionId.ofOutcomeKey(to).createdMs();
      assertTrue(
          horizon.get() >= toMs,
          () ->
              horizon.get() + " is the horizon when all outcomes before " + toMs + " are dropped");
      return store.forget(from, to, most);
    }

    @Override
    public Entry get(Key key, long fingerprint) {
      return store.get(key, fingerprint);
    }

    @Override
    public Entry getAsOf(Key key, long fingerprint, long version) {
      return store.getAsOf(key, fingerprint, version);
    }

    @Override
    public void entriesAsOf(Key from, Key to, boolean backward, long version, Visitor visitor) {
      store.entriesAsOf(from, to, backward, version, visitor);
    }

    @Override
    public boolean write(Key key, long fingerprint, byte[] value, long version) {
      return store.write(key, fingerprint, value, version);
    }

    @Override
    public void release(long horizon) {
      store.release(horizon);
    }

    @Override
    public void entries(Key from, Key to, boolean backward, Visitor visitor) {
      store.entries(from, to, backward, visitor);
    }

    @Override
    public int size() {
      return store.size();
    }

    @Override
    public int reservedSize() {
      return store.reservedSize();
    }
  }

  @Test
  void theHorizonRisesBeforeAnythingIsForgotten() {
    WatchedStore store = new WatchedStore();
    for (int i = 0; i < 20; i++) {
      store.write(new TransactionId(100 + i, 0, i).outcomeKey(), i, new byte[1], 1 + i);
    }
    assertEquals(5, new OutcomeRetention(horizon, 15).forget(store));
    assertEquals(105, horizon.get());
    assertEquals(0, new OutcomeRetention(horizon, 15).forget(store));
    assertEquals(15, store.reservedSize());
  }
}
