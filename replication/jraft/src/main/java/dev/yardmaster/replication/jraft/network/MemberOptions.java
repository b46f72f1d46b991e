package dev.yardmaster.replication.jraft.network;

import com.alipay.sofa.jraft.option.NodeOptions;

/**
 * The options of a member's node. JRaft hands them to the node's client, which takes the network
 * from them.
 */
public final class MemberOptions extends NodeOptions {

  private final MemberNetwork network;

  /** Creates options without other settings. */
  public MemberOptions(MemberNetwork network) {
    this.network = network;
  }

  MemberNetwork network() {
    return network;
  }
}
