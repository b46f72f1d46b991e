package dev.yardmaster.processor.conflicts;

import java.util.Arrays;

/**
 * The heaviest of many ids in a fixed number of places: Space-Saving (Metwally, Agrawal, El Abbadi,
 * <i>Efficient Computation of Frequent and Top-k Elements in Data Streams</i>, ICDT 2005).
 *
 * <p>An id without a place takes that of the lightest, and its weight on top of its own. An id's
 * weight is thus never too low, and too high by {@link #inherited} at most, which is no more than
 * all that was ever added divided by the number of places.
 *
 * <p>One thread. An addition looks through all places; it allocates nothing.
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

  /** The place of an id; -1 if it has none. */
  int find(long id) {
    for (int place = 0; place < size; place++) {
      if (ids[place] == id) {
        return place;
      }
    }
    return -1;
  }

  /** Gives an id that has no place a free one, or that of the lightest id. */
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

  /** Adds weight to the id of a place. */
  void add(int place, double weight) {
    weights[place] += weight;
  }

  /** Multiplies all weights. */
  void scale(double factor) {
    for (int place = 0; place < size; place++) {
      weights[place] *= factor;
      inherited[place] *= factor;
    }
  }

  /** Forgets everything. */
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

  /** What was added to the id of a place, and what it inherited. */
  double weight(int place) {
    return weights[place];
  }

  /** By how much its weight may be too high. */
  double inherited(int place) {
    return inherited[place];
  }
}
