package dev.yardmaster.benchmarks.workload.micro;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.ZipfIds;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.Span;
import dev.yardmaster.workloads.Workload;
import dev.yardmaster.workloads.WorkloadRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The micro-benchmark of Ding, Kot and Gehrke, PVLDB 12(2), section 5. Every transaction reads 5
 * and writes 5 distinct objects of 8 bytes, which are drawn by Zipf's law. Exactly one of the
 * objects is both read and written. A transaction writes its own number, which is unique in the
 * run, into the objects. Therefore the last writer of every object is known after the run; see
 * {@link MicroRun}.
 */
public final class Micro implements Workload {

  /** The least number of objects from which a transaction's keys can be drawn. */
  public static final int MIN_OBJECTS = ReadWrite.OBJECTS;

  static final String NAME = "micro";

  static final List<Procedure<?, ?>> PROCEDURES =
      List.of(ReadWrite.PROCEDURE, LoadObjects.PROCEDURE, ReadObjects.PROCEDURE);

  static final String TABLE = "object";

  private static final int KEYS_PER_LOAD = 100;

  private final int objects;
  private final double theta;
  private final DrawnCalls<ReadWrite.Objects> drawn;

  /**
   * Draws the transactions.
   *
   * @param objects number of objects; {@link #MIN_OBJECTS} or more
   * @param theta Zipf's exponent; 0 is uniform
   * @param seed seed of the draw
   */
  public Micro(int objects, double theta, long seed) {
    this(objects, theta, seed, DrawnCalls.poolSize(objects, ReadWrite.OBJECTS));
  }

  Micro(int objects, double theta, long seed, int poolSize) {
    this.objects = objects;
    this.theta = theta;
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    ZipfIds ids = new ZipfIds(random, objects, theta);
    int[] picked = new int[ReadWrite.OBJECTS];
    this.drawn =
        DrawnCalls.draw(
            poolSize,
            () -> {
              ids.fillDistinct(picked);
              // A draw without replacement tends to put the popular ids first. The shuffle gives
              // each
              // object the same probability of being read or written.
              shuffle(random, picked);
              return new ReadWrite.Objects(picked);
            });
  }

  private static void shuffle(UniformRandomProvider random, int[] ids) {
    for (int i = ids.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int id = ids[i];
      ids[i] = ids[j];
      ids[j] = id;
    }
  }

  DrawnCalls<ReadWrite.Objects> drawn() {
    return drawn;
  }

  int objects() {
    return objects;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return String.format(
        Locale.ROOT,
        "%,d objects of 8 bytes; each transaction reads 5 and writes 5, one of them both; Zipf %s",
        objects,
        theta);
  }

  @Override
  public List<Procedure<?, ?>> procedures() {
    return PROCEDURES;
  }

  @Override
  public List<ProcedureInvocation<?, ?>> load() {
    List<ProcedureInvocation<?, ?>> calls = new ArrayList<>();
    for (Span span : Span.cover(objects, KEYS_PER_LOAD)) {
      calls.add(new ProcedureInvocation<>(LoadObjects.PROCEDURE, span));
    }
    return calls;
  }

  @Override
  public boolean needsCommitVersions() {
    return true;
  }

  @Override
  public WorkloadRun begin(int clients) {
    return new MicroRun(objects, List.of(drawn), clients);
  }
}
