package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.impl.BoltRaftRpcFactory;
import com.alipay.sofa.jraft.rpc.impl.BoltRpcClient;
import com.alipay.sofa.jraft.util.SPI;

/** Creates clients that understand the addresses of {@link Peers}. JRaft loads this class. */
@SPI(priority = 1)
public final class PeerRpcFactory extends BoltRaftRpcFactory {

  @Override
  public RpcClient createRpcClient(ConfigHelper<RpcClient> helper) {
    com.alipay.remoting.rpc.RpcClient client = new com.alipay.remoting.rpc.RpcClient();
    client.setAddressParser(new Peers.AddressParser());
    return new BoltRpcClient(client);
  }
}
