package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.CacheLines;
import dev.yardmaster.engine.protocol.Pace;
import java.util.function.ObjIntConsumer;

/**
 * The pace of a worker that runs on the test's own thread. It never waits, every access takes a
 * fixed virtual time, and the test can run code at each read and change of a shared word, at each
 * step and at each wait.
 */
final class ScriptedPace implements Pace, CacheLines {
  private final long accessNs;
  private long nowNs;
  ObjIntConsumer<Object> atRead = (words, at) -> {};
  ObjIntConsumer<Object> atChange = (words, at) -> {};
  Runnable atStep = () -> {};
  Runnable atWait = () -> {};
  boolean givesUp = true;

  ScriptedPace(long beginNs, long accessNs) {
    this.nowNs = beginNs;
    this.accessNs = accessNs;
  }

  @Override
  public void access() {
    nowNs += accessNs;
  }

  @Override
  public void step() {
    atStep.run();
  }

  @Override
  public void await(int round) {}

  @Override
  public boolean givesUp() {
    atWait.run();
    return givesUp;
  }

  @Override
  public void restart(int restarts, boolean hasAge) {}

  @Override
  public long nowNs() {
    return nowNs;
  }

  @Override
  public CacheLines lines() {
    return this;
  }

  @Override
  public void read(Object words, int at) {
    atRead.accept(words, at);
  }

  @Override
  public void change(Object words, int at) {
    atChange.accept(words, at);
  }

  @Override
  public void copy(int longs) {}
}
