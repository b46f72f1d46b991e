package dev.yardmaster.engine.service;

/** A thread that belongs to one service, its owner. */
final class EngineThread extends Thread {

  private final Object owner;

  EngineThread(Object owner, String name, Runnable work) {
    super(work, name);
    this.owner = owner;
    setDaemon(true);
  }

  /** Returns whether the calling thread belongs to the owner. */
  static boolean isOf(Object owner) {
    return Thread.currentThread() instanceof EngineThread thread && thread.owner == owner;
  }
}
