package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.process.MeasuredProcess;
import dev.yardmaster.benchmarks.run.ScratchDirectory;

/**
 * A Yardmaster server in a child process.
 *
 * @param data the server's data directory; null if its data is in memory
 */
record ChildServer(MeasuredProcess process, ScratchDirectory data)
    implements ServerLauncher.Running {

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
    if (data != null) {
      data.close();
    }
  }
}
