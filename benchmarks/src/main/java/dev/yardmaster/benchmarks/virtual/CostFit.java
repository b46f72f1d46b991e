package dev.yardmaster.benchmarks.virtual;

import java.util.ArrayList;
import java.util.List;

/**
 * Estimates the costs of single operations from observations, each of which contains several
 * operations. The estimate is the set of non-negative costs with the least sum of relative errors.
 * Errors are not squared, so up to half of the observations may be distorted. An operation that
 * occurs in no observation costs 0.
 */
public final class CostFit {

  private static final int WEIGHTINGS = 12;
  private static final int ROUNDS = 300;
  private static final double MIN_ERROR = 0.02;

  private static final class Observation {
    private final double[] times;
    private final double cost;

    Observation(double[] times, double cost) {
      this.times = times;
      this.cost = cost;
    }
  }

  private final int things;
  private final List<Observation> observations = new ArrayList<>();

  /** Creates an estimate of the costs of a number of operations, without observations. */
  public CostFit(int things) {
    this.things = things;
  }

  /**
   * Adds an observation: the number of executions of each operation, and the total cost of all of
   * them.
   */
  public void add(double[] times, double cost) {
    if (cost > 0) {
      observations.add(new Observation(times.clone(), cost));
    }
  }

  /** Computes the cost of each operation by iteratively reweighted least squares. */
  public double[] solve() {
    double[] costs = new double[things];
    double[] weights = new double[observations.size()];
    for (int i = 0; i < weights.length; i++) {
      double cost = observations.get(i).cost;
      weights[i] = 1 / (cost * cost);
    }
    for (int weighting = 0; weighting < WEIGHTINGS; weighting++) {
      solve(costs, weights);
      for (int i = 0; i < weights.length; i++) {
        Observation observation = observations.get(i);
        double guess = Math.max(1, sum(costs, observation.times));
        double error = Math.abs(observation.cost - guess) / guess;
        weights[i] = 1 / (guess * guess * Math.max(MIN_ERROR, error));
      }
    }
    return costs;
  }

  private static double sum(double[] costs, double[] times) {
    double sum = 0;
    for (int i = 0; i < costs.length; i++) {
      sum += costs[i] * times[i];
    }
    return sum;
  }

  private void solve(double[] costs, double[] weights) {
    double[][] products = new double[things][things];
    double[] weighted = new double[things];
    for (int k = 0; k < weights.length; k++) {
      Observation observation = observations.get(k);
      double[] times = observation.times;
      for (int i = 0; i < things; i++) {
        if (times[i] != 0) {
          weighted[i] += weights[k] * times[i] * observation.cost;
          for (int j = 0; j < things; j++) {
            products[i][j] += weights[k] * times[i] * times[j];
          }
        }
      }
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < things; i++) {
        if (products[i][i] > 0) {
          double rest = weighted[i];
          for (int j = 0; j < things; j++) {
            rest -= j == i ? 0 : products[i][j] * costs[j];
          }
          costs[i] = Math.max(0, rest / products[i][i]);
        }
      }
    }
  }
}
