package dev.yardmaster.benchmarks.attack;

/**
 * An attack under way. Threads of the attack perform it until it is closed; one other thread calls
 * the methods.
 */
public interface Attack extends AutoCloseable {

  /** Returns the number of acts so far, for example of connections opened or frames sent. */
  long acts();

  /** Ends the attack and closes its connections. */
  @Override
  void close();
}
