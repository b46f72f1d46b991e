package dev.yardmaster.benchmarks.workload;

import dev.yardmaster.workloads.RandomInputs;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Random inputs from the generator that all workloads use. Only one thread may use an instance. */
public final class CommonsInputs implements RandomInputs {

  private record Law(int n, double theta) {}

  private final UniformRandomProvider random;
  private final Map<Law, ZipfIds> sources = new HashMap<>();

  /** Creates the inputs of a seed. */
  public CommonsInputs(long seed) {
    random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  @Override
  public long nextLong() {
    return random.nextLong();
  }

  @Override
  public int zipf(int n, double theta) {
    return sources
        .computeIfAbsent(new Law(n, theta), law -> new ZipfIds(random, law.n(), law.theta()))
        .next();
  }
}
