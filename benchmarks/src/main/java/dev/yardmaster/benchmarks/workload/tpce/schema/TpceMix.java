package dev.yardmaster.benchmarks.workload.tpce.schema;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The mixes of transactions. {@link TpceType} contains the shares of the types. */
public enum TpceMix {

  /** The mix of TPC-E. */
  ORIGINAL("original"),

  /** The mix with 20 % analytic transactions of the ERMIA paper (CSRG-623, section 4.2). */
  HYBRID("hybrid");

  /** The sum of all shares. */
  public static final int ALL = 1_000;

  private final String label;

  TpceMix(String label) {
    this.label = label;
  }

  /** Returns the name on command lines and in reports. */
  public String label() {
    return label;
  }

  /** Returns whether the mix has analytic transactions. */
  public boolean isHybrid() {
    return this == HYBRID;
  }

  private int perMille(TpceType type) {
    return isHybrid() ? type.hybrid() : type.original();
  }

  /** Returns the type of transaction for a drawn number from 0 to below {@link #ALL}. */
  public TpceType typeOf(int drawn) {
    int rest = drawn;
    int type = 0;
    while (rest >= perMille(TpceType.of(type))) {
      rest -= perMille(TpceType.of(type));
      type++;
    }
    return TpceType.of(type);
  }

  /** Returns the shares in words. */
  public String shares() {
    return Stream.of(TpceType.values())
        .filter(type -> perMille(type) > 0)
        .map(type -> String.format(Locale.ROOT, "%.1f %% %s", perMille(type) / 10.0, type.label()))
        .collect(Collectors.joining(", "));
  }
}
