package dev.yardmaster.proof.simulator;

import dev.yardmaster.proof.simulator.network.SimulatedNetwork;
import dev.yardmaster.proof.simulator.scenario.Wire;
import dev.yardmaster.proof.simulator.schedule.LoopTask;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.server.connection.Acceptor;
import dev.yardmaster.server.connection.Connections;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.service.EncodedCalls;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.WriteBufferWaterMark;
import java.util.Set;

/** The connections of one life of the service. */
final class WireServer {

  private static final Principal CLIENT = new Principal("client", Set.of(Role.READ, Role.WRITE));

  private final SimulatedNetwork network;
  private final Connections connections;

  /** Creates a server that listens on the simulated network. */
  WireServer(
      Wire wire,
      SimulatedNetwork network,
      Scheduler scheduler,
      EncodedCalls service,
      WireParts parts) {
    this.network = network;
    connections = new Connections(wire.server());
    LoopTask task = new LoopTask("server-loop", scheduler);
    scheduler.add(task);
    EncodedCalls calls = parts.service(service);
    network.listen(
        task.loop(),
        () ->
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                channel
                    .pipeline()
                    .addLast(
                        "connection",
                        Acceptor.connection(
                            calls,
                            (token, certificate) -> () -> CLIENT,
                            wire.server(),
                            connections));
                parts.serverChannel(channel);
              }
            },
        new WriteBufferWaterMark(
            wire.server().unwrittenLowBytes(), wire.server().unwrittenHighBytes()));
  }

  Connections connections() {
    return connections;
  }

  /** Stops accepting connections and requests. */
  void drain() {
    network.stopListening();
    connections.drain();
  }

  /** Ends the server's simulated process suddenly, without closing the server. */
  void end() {
    network.serverEnds();
  }
}
