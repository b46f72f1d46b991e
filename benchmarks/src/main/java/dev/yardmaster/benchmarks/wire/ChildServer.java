package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.process.ChildProcess;

/** A Yardmaster server in a child process. */
record ChildServer(ChildProcess process) implements ServerLauncher.Running {

  @Override
  public RemoteServer address() {
    return RemoteServer.onLoopback(process.port());
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.close();
  }
}
