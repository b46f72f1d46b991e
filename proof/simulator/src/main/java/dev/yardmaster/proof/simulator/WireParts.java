package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.service.EncodedCalls;
import io.netty.channel.Channel;

/**
 * Hooks for the parts of a run over the network. By default the hooks have no effect; a test can
 * plant a bug by overriding a hook.
 */
class WireParts {

  /** Returns the client that the workload uses. */
  TransactionService client(TransactionService client) {
    return client;
  }

  /** Returns the service that the server uses. */
  EncodedCalls service(EncodedCalls service) {
    return service;
  }

  /** Changes a client's channel before its handlers are added. */
  void clientChannel(Channel channel) {}

  /** Changes a server's channel after its handlers are added. */
  void serverChannel(Channel channel) {}
}
