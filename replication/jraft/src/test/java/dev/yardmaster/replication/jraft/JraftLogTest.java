package dev.yardmaster.replication.jraft;

import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.ReplicatedLogContract;

/** Runs the contract tests of replicated logs on JRaft. */
class JraftLogTest extends ReplicatedLogContract {

  @Override
  protected ReplicatedLog.Engine engine() {
    return new JraftEngine();
  }
}
