package dev.yardmaster.benchmarks.measure;

/** The verdict on a claim. */
public enum ClaimVerdict {
  /** The ratio reaches the paper's value. */
  EXCEEDS("exceeds"),
  /** The ratio reaches the bar, but not the paper's value. */
  HOLDS("holds"),
  /** The ratio does not reach the bar. */
  FALLS_SHORT("falls short"),
  /** The claim's points were not measured, or each ratio would divide by 0. */
  NOT_MEASURED("not measured"),
  /** The ratio was measured too shortly for a verdict. */
  NOT_JUDGED("not judged");

  private final String words;

  ClaimVerdict(String words) {
    this.words = words;
  }

  /** Returns the text of the verdict that reports show. */
  public String words() {
    return words;
  }
}
