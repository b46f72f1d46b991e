package dev.yardmaster.replication.jraft.network;

import com.alipay.sofa.jraft.option.NodeOptions;

/**
 * The options of a member's node. JRaft passes the options to the node's client, and the client
 * takes the network from the options.
 */
public final class MemberOptions extends NodeOptions {

  private final MemberNetwork network;

  /** Creates options that contain only the network; all other settings have JRaft's defaults. */
  public MemberOptions(MemberNetwork network) {
    this.network = network;
  }

  MemberNetwork network() {
    return network;
  }
}
