package dev.yardmaster.processor.conflicts;

import java.util.Arrays;

/**
 * The heaviest of many ids in a fixed number of places: Space-Saving (Metwally, Agrawal, El Abbadi,
 * <i>Efficient Computation of Frequent and Top-k Elements in Data Streams</i>, ICDT 2005).
 *
 * <p>An id without a place takes the place of the lightest id and inherits its weight. An id's
 * weight is thus never too low, and too high by at most {@link #inherited}, which is at most the
 * sum of all additions divided by the number of places.
 *
 * <p>One thread. An addition scans all places and allocates nothing.
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

  /** Returns the place of an id; -1 if it has none. */
  int find(long id) {
    for (int place = 0; place < size; place++) {
      if (ids[place] == id) {
        return place;
      }
    }
    return -1;
  }

  /** Gives an id without a place a free place, or that of the lightest id. */
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

  /** The weight that was added to the id of a place, plus the weight it inherited. */
  double weight(int place) {
    return weights[place];
  }

  /** The inherited weight: the bound by which the weight may be too high. */
  double inherited(int place) {
    return inherited[place];
  }
}
