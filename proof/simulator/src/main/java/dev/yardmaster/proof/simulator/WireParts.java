package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.processor.EncodedCalls;
import io.netty.channel.Channel;

/** Hooks between the parts of a run over the network, without effect; a test plants a bug here. */
class WireParts {

  /** Returns the client that the workload uses. */
  TransactionService client(TransactionService client) {
    return client;
  }

  /** Returns the service that the server uses. */
  EncodedCalls service(EncodedCalls service) {
    return service;
  }

  /** Called for a client's channel before its handlers are added. */
  void clientChannel(Channel channel) {}

  /** Called for a server's channel after its handlers are added. */
  void serverChannel(Channel channel) {}
}
