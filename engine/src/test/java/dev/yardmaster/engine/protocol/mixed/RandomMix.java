package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.Table;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A mix whose workers request random protocols for random partitions every few transactions, up to
 * a maximum number of requests.
 */
final class RandomMix extends Mixed {

  private static final int REQUESTS_EACH = 12;

  /** Every fifth key belongs to no partition. */
  private static final class EveryFifth implements Partitioning {

    @Override
    public int count() {
      return 4;
    }

    @Override
    public int of(Table table, long key, byte[] rest) {
      return key % 5 == 4 ? NONE : (int) (key % 5);
    }
  }

  private final SwitchBug bug;
  private final long seed;
  private final List<String> names;
  private final List<String> requested;

  /**
   * Creates a mix.
   *
   * @param names the names of the protocols of the mix
   * @param requested the names of the protocols that the workers request
   * @param bug the bug that is planted
   */
  RandomMix(String names, String requested, SwitchBug bug, long seed) {
    this(names, requested, bug, seed, bug::newSwitch);
  }

  private RandomMix(
      String names,
      String requested,
      SwitchBug bug,
      long seed,
      Function<byte[], ProtocolSwitch> newSwitch) {
    super(
        "mix of " + names,
        new EveryFifth(),
        Protocols.parts(List.of(names.split(" ")), new EveryFifth(), InterleavedRun.WORKERS),
        newSwitch.apply(all(List.of(names.split(" ")).indexOf(requested.split(" ", -1)[0]))),
        InterleavedRun.WORKERS);
    this.names = List.of(names.split(" "));
    this.requested = List.of(requested.split(" "));
    this.bug = bug;
    this.seed = seed;
  }

  /** Creates a mix that stops all workers while partitions switch. */
  static RandomMix stoppingAll(String names, long seed) {
    return new RandomMix(
        names,
        names,
        SwitchBug.NONE,
        seed,
        parts -> new StopAllSwitch(parts, InterleavedRun.WORKERS));
  }

  private static byte[] all(int part) {
    byte[] parts = new byte[new EveryFifth().count() + 1];
    Arrays.fill(parts, (byte) part);
    return parts;
  }

  @Override
  ConcurrencyControl control(int part, WorkerContext ofPart, MixedControl mixed) {
    return bug.plant(super.control(part, ofPart, mixed), ofPart);
  }

  @Override
  MixedControl control(Mixed mixed, WorkerContext worker) {
    SplittableRandom random = new SplittableRandom(seed * InterleavedRun.WORKERS + worker.worker());
    return new MixedControl(mixed, worker) {
      private int requests;

      @Override
      public void maintain() {
        if (requests < REQUESTS_EACH) {
          requests++;
          request(
              random.nextInt(partitioning().count() + 1),
              names.indexOf(requested.get(random.nextInt(requested.size()))));
        }
        super.maintain();
      }

      @Override
      public void read(Access access) {
        super.read(access);
        if (bug.looksUpEachAccess()) {
          ((MixedAccessSet) worker.accesses()).use(lookUp());
        }
      }
    };
  }
}
