package dev.yardmaster.replication.ratis;

import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.ReplicatedLogContract;

class RatisLogTest extends ReplicatedLogContract {

  @Override
  protected ReplicatedLog.Engine engine() {
    return new RatisEngine();
  }
}
