package dev.yardmaster.workloads;

import java.util.random.RandomGenerator;

/**
 * A seeded source of a workload's random inputs. The same seed gives the same inputs. Only one
 * thread may use an instance.
 */
public interface RandomInputs extends RandomGenerator {

  /**
   * Draws a number from 0 to {@code n - 1} by Zipf's law: number {@code i} has a probability
   * proportional to {@code (i + 1)^-theta}. The most popular number is 0.
   *
   * @param n 1 or more
   * @param theta the skew; 0 is uniform
   */
  int zipf(int n, double theta);
}
