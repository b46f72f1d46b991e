package dev.yardmaster.benchmarks.measure;

/** What became of a claim. */
public enum ClaimVerdict {
  /** As much as the paper says, or more. */
  EXCEEDS("exceeds"),
  /** Not as much as the paper says, but what was asked for. */
  HOLDS("holds"),
  /** Less than what was asked for. */
  FALLS_SHORT("falls short"),
  /** The points that it is about were not measured, or all that it compares is 0. */
  NOT_MEASURED("not measured");

  private final String words;

  ClaimVerdict(String words) {
    this.words = words;
  }

  /** For people. */
  public String words() {
    return words;
  }
}
