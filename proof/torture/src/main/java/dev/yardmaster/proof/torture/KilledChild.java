package dev.yardmaster.proof.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * A child process that a run kills and starts again. It counts the kills, waits with a timeout, and
 * keeps the first violation that the run finds.
 *
 * <p>One thread starts and kills the child; another thread reads its output. Both threads share the
 * state of the run. This object's lock guards the state: a {@link Listener} and the conditions of
 * {@link #await} run under this lock.
 */
public final class KilledChild implements AutoCloseable {

  /** Processes the output of a child, under the child's lock. */
  @FunctionalInterface
  public interface Listener {

    /**
     * Processes the words of a line.
     *
     * @return the line to send to the child; null for none
     */
    String hear(String[] words);
  }

  private final Class<?> main;
  private final ErrorFiles errors;
  private final NanoClock clock;
  private final long timeoutNs;
  private final Listener listener;
  private ChildProcess process;
  private boolean ready;
  private String broken;
  private int kills;
  private int killsInStart;
  private long longestStartNs;

  /**
   * Creates a child that has not started yet.
   *
   * @param main the class with the child's main method
   * @param errors the files for the error output of the child's processes
   * @param clock the clock that measures timeouts of waits
   * @param timeoutNs the longest wait for the child, in ns
   * @param listener processes all lines of the child except {@link Line#READY}
   */
  public KilledChild(
      Class<?> main, ErrorFiles errors, NanoClock clock, long timeoutNs, Listener listener) {
    this.main = main;
    this.errors = errors;
    this.clock = clock;
    this.timeoutNs = timeoutNs;
    this.listener = listener;
  }

  /** Starts a process. The previous process must have ended. */
  public void start(List<String> arguments) throws IOException {
    synchronized (this) {
      ready = false;
    }
    Path output = errors.next();
    process = new ChildProcess(main, arguments, output, this::hear);
  }

  /** Waits until the process is ready, and keeps the time of the longest start. */
  public void awaitStart() throws InterruptedException, IOException {
    long beganNs = clock.nanoTime();
    await("did not start", () -> ready);
    longestStartNs = Math.max(longestStartNs, clock.nanoTime() - beganNs);
  }

  /** Sends a line to the process. If the process has ended, the line is lost. */
  public void say(String line) {
    process.say(line);
  }

  /**
   * Waits until a condition holds.
   *
   * @param what what the child did not do, for the error's text; for example {@code did not answer}
   * @throws TortureFailure if there is a violation, the process ends, or the timeout passes
   */
  public void await(String what, BooleanSupplier there) throws InterruptedException, IOException {
    long beganNs = clock.nanoTime();
    while (true) {
      boolean alive = process.isAlive();
      synchronized (this) {
        if (there.getAsBoolean()) {
          return;
        }
      }
      throwIfBroken();
      if (!alive || clock.nanoTime() - beganNs > timeoutNs) {
        throw new TortureFailure(
            "the child " + what + (alive ? " in time" : ": it has ended") + errors.said());
      }
      Thread.sleep(1);
    }
  }

  /** Lets the process work for some milliseconds. */
  public void pause(int ms) throws InterruptedException {
    long beganNs = clock.nanoTime();
    while (clock.nanoTime() - beganNs < TimeUnit.MILLISECONDS.toNanos(ms)) {
      Thread.sleep(1);
      throwIfBroken();
    }
  }

  /**
   * Kills the process. When this method returns, all its output has been processed.
   *
   * @throws TortureFailure if there is a violation, or the process had ended by itself
   */
  public void kill() throws InterruptedException, IOException {
    boolean died = !process.isAlive();
    process.kill();
    throwIfBroken();
    if (died) {
      throw new TortureFailure("the child ended by itself" + errors.said());
    }
    kills++;
    killsInStart += ready ? 0 : 1;
  }

  /**
   * Asks the process to end, and waits for its end.
   *
   * @throws TortureFailure if there is a violation, or the process does not end in time or with an
   *     error
   */
  public void end() throws InterruptedException, IOException {
    int exitCode = process.end();
    throwIfBroken();
    if (exitCode != 0) {
      throw new TortureFailure("the child exited with code " + exitCode + errors.said());
    }
  }

  /** Keeps a violation, unless there is already one. */
  public synchronized void breaks(String what) {
    if (broken == null) {
      broken = what;
    }
  }

  /** Throws the violation that was found; does nothing if there is none. */
  public synchronized void throwIfBroken() {
    if (broken != null) {
      throw new TortureFailure(broken);
    }
  }

  /** Returns the number of kills. */
  public int kills() {
    return kills;
  }

  /** Returns the number of kills of a process that was not ready yet. */
  public int killsInStart() {
    return killsInStart;
  }

  /** Returns the longest time that a process needed until it was ready, in ms. */
  public long longestStartMs() {
    return TimeUnit.NANOSECONDS.toMillis(longestStartNs);
  }

  private void hear(String line) {
    String answer = null;
    synchronized (this) {
      String[] words = Line.words(line);
      try {
        if (words[0].equals(Line.READY)) {
          ready = true;
        } else {
          answer = listener.hear(words);
        }
      } catch (RuntimeException e) {
        breaks("the child sent a malformed line: " + line + " (" + e + ")");
      }
    }
    if (answer != null) {
      say(answer);
    }
  }

  /** Kills the process if it is still running. */
  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }
}
