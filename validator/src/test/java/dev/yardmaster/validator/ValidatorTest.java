package dev.yardmaster.validator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random requests through every shape of validator, its agents stepped in random order: each
 * request is decided once, and what commits is serializable in commit order.
 */
class ValidatorTest {

  private static final int REQUESTS = 400;
  private static final int KEYS = 12;

  @Test
  void whateverCommitsReadTheNewestCommittedVersions() {
    Map<Decision, Integer> seen = new HashMap<>();
    long conflictsInBatch = 0;
    for (long seed = 1; seed <= 300; seed++) {
      Run run = new Run(seed);
      run.play(seen);
      long inBatch = run.validator.counter(ValidatorCounter.CONFLICTS_IN_BATCH);
      if (run.reordering) {
        assertEquals(0, inBatch, "survivors got in each other's way: seed=" + seed);
      }
      conflictsInBatch += inBatch;
    }
    assertTrue(conflictsInBatch > 0, "batches in order of arrival must have had conflicts");
    // The decisions that this test is about must all have occurred.
    assertTrue(
        seen.keySet()
            .containsAll(
                Set.of(
                    Decision.COMMIT,
                    Decision.VICTIM,
                    Decision.PRE_VALIDATION,
                    Decision.VALIDATION,
                    Decision.TRUNCATED)),
        seen.toString());
  }

  private static final class Run {
    private final long seed;
    private final Random random;
    private final Queue<ValidationRequest> decisions = new ArrayDeque<>();
    private final Watermark watermark = new Watermark(64);
    private final List<Queue<ValidationRequest>> inboxes = new ArrayList<>();
    private final boolean reordering;
    private final Validator validator;

    /** By commit version: what each transaction wrote. */
    private final Map<Long, long[]> writesByVersion = new HashMap<>();

    private final long[] newest = new long[KEYS];
    private final Set<Integer> undecided = new HashSet<>();
    private final Map<Integer, long[][]> reads = new HashMap<>();
    private final Map<Integer, long[]> writes = new HashMap<>();
    private final List<Long> uninstalled = new ArrayList<>();

    Run(long seed) {
      this.seed = seed;
      random = new Random(seed);
      boolean batching = random.nextBoolean();
      reordering = batching && random.nextInt(4) > 0;
      int preparers = batching ? 1 + random.nextInt(2) : 1;
      for (int i = 0; i < preparers; i++) {
        inboxes.add(new ArrayDeque<>());
      }
      Solver[] solvers = Solver.values();
      validator =
          new Validator(
              new ValidatorConfig(
                  batching,
                  reordering,
                  1 + random.nextInt(20),
                  random.nextInt(2),
                  preparers,
                  1 + random.nextInt(3),
                  random.nextBoolean(),
                  1_000,
                  1_000,
                  ReorderConfig.DEFAULT.withSolver(solvers[random.nextInt(solvers.length)])),
              inboxes,
              new CommittedVersions(random.nextBoolean() ? 4 : 1024),
              watermark,
              AccessSets::new,
              () -> 0);
    }

    void play(Map<Decision, Integer> seen) {
      int sent = 0;
      int idleSteps = 0;
      while (sent < REQUESTS || !undecided.isEmpty()) {
        assertTrue(idleSteps++ < 100_000, "requests were left undecided: seed=" + seed);
        if (sent < REQUESTS && random.nextInt(3) == 0) {
          send(sent++);
        }
        validator.agents().get(random.nextInt(validator.agents().size())).doWork();
        for (ValidationRequest decided; (decided = decisions.poll()) != null; ) {
          take(decided);
          seen.merge(decided.decision(), 1, Integer::sum);
          idleSteps = 0;
        }
        if (!uninstalled.isEmpty() && random.nextInt(3) > 0) {
          watermark.installed(uninstalled.remove(random.nextInt(uninstalled.size())));
        }
      }
    }

    private void send(int number) {
      ValidationRequest request = new ValidationRequest(number, decisions);
      request.begin(number + 1, random.nextInt(3), 1 + random.nextInt(5));
      int readCount = random.nextInt(4);
      long[][] versions = new long[readCount][];
      for (int i = 0; i < readCount; i++) {
        int key = random.nextInt(KEYS);
        // What storage would have shown: the newest installed version, sometimes an older one.
        long version = random.nextInt(5) == 0 ? 0 : newest[key];
        long freshThrough = random.nextBoolean() ? version : Math.max(version, fresh(key, version));
        versions[i] = new long[] {key, version};
        request.read(key, freshThrough);
      }
      Set<Long> keys = new HashSet<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        keys.add((long) random.nextInt(KEYS));
      }
      keys.forEach(key -> request.write(key, 0));
      undecided.add(number);
      reads.put(number, versions);
      writes.put(number, keys.stream().mapToLong(Long::longValue).toArray());
      inboxes.get(random.nextInt(inboxes.size())).add(request);
    }

    /** The watermark, if nobody wrote the key between the version and it. */
    private long fresh(int key, long version) {
      return newest[key] == version ? watermark.get() : version;
    }

    private void take(ValidationRequest decided) {
      String replay = "seed=" + seed + " request=" + decided.slot();
      assertTrue(undecided.remove(decided.slot()), "decided twice: " + replay);
      if (decided.decision() != Decision.COMMIT) {
        assertEquals(0, decided.commitVersion(), replay);
        return;
      }
      // Decisions arrive in commit order, since one agent commits and the queue keeps order.
      for (long[] read : reads.get(decided.slot())) {
        assertEquals(newest[(int) read[0]], read[1], "committed a stale read: " + replay);
      }
      if (writes.get(decided.slot()).length > 0) {
        long version = decided.commitVersion();
        assertEquals(null, writesByVersion.put(version, writes.get(decided.slot())), replay);
        uninstalled.add(version);
        for (long key : writes.get(decided.slot())) {
          newest[(int) key] = version;
        }
      }
    }
  }
}
