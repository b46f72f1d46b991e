package dev.yardmaster.replication;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A replica whose state is the list of all entries as texts. Tests can wait until the state fulfils
 * a condition.
 */
public final class RecordingReplica implements Replica {

  private static final long DEADLINE_NS = 30_000_000_000L;

  private final List<String> entries = new ArrayList<>();
  private final List<Long> indexes = new ArrayList<>();
  private long leadingTerm;
  private int saves;
  private int loads;
  private int callsInProgress;
  private boolean overlapped;
  private boolean closed;
  private String poison = "";

  @Override
  public void apply(long index, long term, ByteBuffer entry) {
    enter();
    String text = UTF_8.decode(entry).toString();
    synchronized (this) {
      if (text.equals(poison)) {
        callsInProgress--;
        throw new IllegalStateException("planted: " + text);
      }
      entries.add(text);
      indexes.add(index);
    }
    leave();
  }

  @Override
  public void startLeading(long term) {
    enter();
    synchronized (this) {
      leadingTerm = term;
    }
    leave();
  }

  @Override
  public void stopLeading(long term) {
    enter();
    synchronized (this) {
      leadingTerm = 0;
    }
    leave();
  }

  @Override
  public Save save(Path folder) throws IOException {
    enter();
    List<String> saved;
    synchronized (this) {
      saved = List.copyOf(entries);
      saves++;
    }
    leave();
    return () -> Files.write(folder.resolve("entries"), saved);
  }

  @Override
  public void load(Path folder) throws IOException {
    enter();
    List<String> loaded = Files.readAllLines(folder.resolve("entries"));
    synchronized (this) {
      entries.clear();
      entries.addAll(loaded);
      loads++;
    }
    leave();
  }

  private synchronized void enter() {
    overlapped |= callsInProgress > 0 || closed;
    callsInProgress++;
  }

  private synchronized void leave() {
    callsInProgress--;
    notifyAll();
  }

  /** Makes {@link #apply} throw an exception for this entry. */
  public synchronized void poison(String text) {
    poison = text;
  }

  /** From now on, each call by the log is an error, which {@link #overlapped} reports. */
  synchronized void expectNoMoreCalls() {
    closed = true;
  }

  /** Returns whether two calls ran at the same time, or a call came after the log was closed. */
  synchronized boolean overlapped() {
    return overlapped;
  }

  /** Returns the entries that were applied until now, in order. */
  public synchronized List<String> entries() {
    return List.copyOf(entries);
  }

  /** Returns the indexes of the entries that were applied one by one, in order. */
  synchronized List<Long> indexes() {
    return List.copyOf(indexes);
  }

  /** Returns the term in which the member leads; 0 if the member does not lead. */
  public synchronized long leadingTerm() {
    return leadingTerm;
  }

  synchronized int saves() {
    return saves;
  }

  synchronized int loads() {
    return loads;
  }

  /** Waits until the state fulfils a condition. Fails after 30 s. */
  public synchronized void await(String what, Predicate<RecordingReplica> condition)
      throws InterruptedException {
    long deadlineNs = System.nanoTime() + DEADLINE_NS;
    while (!condition.test(this)) {
      long leftNs = deadlineNs - System.nanoTime();
      if (leftNs <= 0) {
        throw new AssertionError(
            "no "
                + what
                + " within 30 s; leads in term "
                + leadingTerm
                + ", entries "
                + entries.size());
      }
      wait(Math.max(1, leftNs / 1_000_000));
    }
  }
}
