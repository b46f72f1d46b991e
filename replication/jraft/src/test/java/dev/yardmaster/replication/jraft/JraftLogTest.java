package dev.yardmaster.replication.jraft;

import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.ReplicatedLogContract;

/** JRaft fulfils the contract. */
class JraftLogTest extends ReplicatedLogContract {

  @Override
  protected ReplicatedLog.Engine engine() {
    return new JraftEngine();
  }
}
