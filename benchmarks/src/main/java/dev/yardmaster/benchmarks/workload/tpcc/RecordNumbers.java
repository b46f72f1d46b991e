package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.benchmarks.workload.ScatteredKeys;
import dev.yardmaster.benchmarks.workload.ZipfIds;
import dev.yardmaster.benchmarks.workload.tpcc.random.NonUniformRandom;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import java.util.SplittableRandom;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Draws the numbers of the records that a transaction accesses inside a warehouse. */
interface RecordNumbers {

  /** Returns a random number of a customer. */
  int customer();

  /** Returns a random number of a last name. */
  int lastName();

  /** Returns a random number of an item. */
  int item();

  /** Returns a source of numbers with the skew of the settings. */
  static RecordNumbers of(TpccSettings settings, SplittableRandom random) {
    return settings.theta() == null ? new NonUniform(settings, random) : new Zipf(settings, random);
  }

  /** Draws numbers with the standard's non-uniform distribution (clause 2.1.6). */
  record NonUniform(TpccSettings settings, SplittableRandom random) implements RecordNumbers {
    @Override
    public int customer() {
      return NonUniformRandom.customer(random, settings.customers());
    }

    @Override
    public int lastName() {
      return NonUniformRandom.lastName(
          random, NonUniformRandom.LAST_NAME_RUNNING, settings.lastNames());
    }

    @Override
    public int item() {
      return NonUniformRandom.item(random, settings.items());
    }
  }

  /** Draws numbers by Zipf's law; the popular numbers are scattered. */
  final class Zipf implements RecordNumbers {
    private final Ids customers;
    private final Ids lastNames;
    private final Ids items;

    /** Draws ids from 0 by Zipf's law, and scatters them. */
    private record Ids(ZipfIds ranks, ScatteredKeys scattered) {
      int next() {
        return scattered.of(ranks.next());
      }
    }

    Zipf(TpccSettings settings, SplittableRandom seeds) {
      UniformRandomProvider random = RandomSource.SPLIT_MIX_64.create(seeds.nextLong());
      customers = ids(random, settings.customers(), settings.theta());
      lastNames = ids(random, settings.lastNames(), settings.theta());
      items = ids(random, settings.items(), settings.theta());
    }

    private static Ids ids(UniformRandomProvider random, int count, double theta) {
      return new Ids(new ZipfIds(random, count, theta), new ScatteredKeys(count));
    }

    @Override
    public int customer() {
      return 1 + customers.next();
    }

    @Override
    public int lastName() {
      return lastNames.next();
    }

    @Override
    public int item() {
      return 1 + items.next();
    }
  }
}
