package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.processor.EncodedCalls;
import io.netty.channel.Channel;

/** What stands between the parts of a run over the network: nothing; a test plants a bug here. */
class WireParts {

  /** A client as the workload has it. */
  TransactionService client(TransactionService client) {
    return client;
  }

  /** The service as the server has it. */
  EncodedCalls service(EncodedCalls service) {
    return service;
  }

  /** A channel of a client that is about to have its handlers. */
  void clientChannel(Channel channel) {}

  /** A channel of the server that has its handlers. */
  void serverChannel(Channel channel) {}
}
