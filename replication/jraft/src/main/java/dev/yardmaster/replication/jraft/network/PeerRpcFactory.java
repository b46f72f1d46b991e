package dev.yardmaster.replication.jraft.network;

import com.alipay.sofa.jraft.rpc.RaftRpcFactory;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcServer;
import com.alipay.sofa.jraft.util.Endpoint;
import com.alipay.sofa.jraft.util.SPI;

/**
 * Creates the clients of JRaft's nodes. A client gets the network of its member when the client is
 * initialized. JRaft loads one instance of this class per process.
 */
@SPI(priority = 1)
public final class PeerRpcFactory implements RaftRpcFactory {

  /** Does nothing, because {@link MessageType} lists the messages. */
  @Override
  public void registerProtobufSerializer(String className, Object... args) {}

  @Override
  public RpcClient createRpcClient(ConfigHelper<RpcClient> helper) {
    return new PeerClient();
  }

  /**
   * Not supported. A member creates its server itself, because this factory does not know the
   * member's settings.
   */
  @Override
  public RpcServer createRpcServer(Endpoint endpoint, ConfigHelper<RpcServer> helper) {
    throw new UnsupportedOperationException("a member creates its server itself");
  }
}
