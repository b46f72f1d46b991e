package dev.yardmaster.service.conflicts.sketch;

import java.util.Arrays;

/**
 * Finds the ids with the greatest weights among many ids, with a fixed number of counters (called
 * <i>places</i>). The algorithm is Space-Saving (Metwally, Agrawal, El Abbadi, <i>Efficient
 * Computation of Frequent and Top-k Elements in Data Streams</i>, ICDT 2005).
 *
 * <p>If weight is added to an id without a place, and no place is free, the id takes the place of
 * the id with the least weight, and inherits this weight. So the weight of an id is never too low,
 * and it is too high by at most {@link #inherited}. The inherited weight is at most the sum of all
 * additions divided by the number of places.
 *
 * <p>Only one thread may use an instance. An addition scans all places and allocates no memory.
 */
final class SpaceSaving {

  private final long[] ids;
  private final double[] weights;
  private final double[] inherited;
  private int size;

  SpaceSaving(int places) {
    ids = new long[places];
    weights = new double[places];
    inherited = new double[places];
  }

  /** Returns the place of an id, or -1 if the id has no place. */
  int find(long id) {
    for (int place = 0; place < size; place++) {
      if (ids[place] == id) {
        return place;
      }
    }
    return -1;
  }

  /**
   * Assigns a place to an id without a place: a free place or, if no place is free, the place of
   * the id with the least weight.
   */
  int take(long id) {
    int place = size < ids.length ? size++ : lightest();
    ids[place] = id;
    inherited[place] = weights[place];
    return place;
  }

  private int lightest() {
    int lightest = 0;
    for (int place = 1; place < size; place++) {
      if (weights[place] < weights[lightest]) {
        lightest = place;
      }
    }
    return lightest;
  }

  void add(int place, double weight) {
    weights[place] += weight;
  }

  void scale(double factor) {
    for (int place = 0; place < size; place++) {
      weights[place] *= factor;
      inherited[place] *= factor;
    }
  }

  void clear() {
    size = 0;
    Arrays.fill(weights, 0);
  }

  int size() {
    return size;
  }

  long id(int place) {
    return ids[place];
  }

  /**
   * Returns the weight of a place: the sum of the weight that was added to the place's id and the
   * weight that the id inherited.
   */
  double weight(int place) {
    return weights[place];
  }

  /** Returns the inherited weight of a place. The place's weight is at most this much too high. */
  double inherited(int place) {
    return inherited[place];
  }
}
