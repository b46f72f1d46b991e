package dev.yardmaster.benchmarks.run;

/** Hears how a comparison stands, on the thread that runs it, several times a second. */
@FunctionalInterface
public interface Progress {

  /** Takes note; must be quick. */
  void report(Standing standing);
}
