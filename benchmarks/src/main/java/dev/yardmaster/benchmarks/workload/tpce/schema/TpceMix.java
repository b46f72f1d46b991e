package dev.yardmaster.benchmarks.workload.tpce.schema;

import java.util.Locale;

/** The shares of the transaction types. */
public enum TpceMix {

  /** The mix of TPC-E. */
  ORIGINAL("original", 49, 130, 10, 180, 140, 80, 101, 100, 190, 20, 0),

  /** The mix with 20 % analytic transactions of the ERMIA paper (SIGMOD 2016, section 4.2). */
  HYBRID("hybrid", 49, 80, 10, 130, 140, 80, 101, 100, 90, 20, 200);

  /** The sum of all shares. */
  public static final int ALL = 1_000;

  private final String label;
  private final int[] perMille;

  TpceMix(String label, int... perMille) {
    this.label = label;
    this.perMille = perMille;
  }

  /** Returns the name on command lines and in reports. */
  public String label() {
    return label;
  }

  /** Returns whether the mix has analytic transactions. */
  public boolean isHybrid() {
    return this == HYBRID;
  }

  /** Returns the type of transaction for a drawn number from 0 to below {@link #ALL}. */
  public TpceType typeOf(int drawn) {
    int rest = drawn;
    int type = 0;
    while (rest >= perMille[type]) {
      rest -= perMille[type];
      type++;
    }
    return TpceType.of(type);
  }

  /** Returns the shares in words. */
  public String shares() {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < perMille.length; i++) {
      if (perMille[i] > 0) {
        words.append(
            String.format(
                Locale.ROOT,
                "%s%.1f %% %s",
                i == 0 ? "" : ", ",
                perMille[i] / 10.0,
                TpceType.of(i).label()));
      }
    }
    return words.toString();
  }
}
