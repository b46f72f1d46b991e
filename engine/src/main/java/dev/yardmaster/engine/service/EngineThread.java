package dev.yardmaster.engine.service;

/** A thread of one service's own. */
final class EngineThread extends Thread {

  private final Object owner;

  EngineThread(Object owner, String name, Runnable work) {
    super(work, name);
    this.owner = owner;
    setDaemon(true);
  }

  /** Whose it is. */
  Object owner() {
    return owner;
  }

  /** Whether the calling thread is one of an owner's. */
  static boolean isOf(Object owner) {
    return Thread.currentThread() instanceof EngineThread thread && thread.owner == owner;
  }
}
