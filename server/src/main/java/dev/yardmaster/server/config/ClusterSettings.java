package dev.yardmaster.server.config;

import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.replication.MemberTls;
import dev.yardmaster.server.config.value.HostPort;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The place of a server in its cluster.
 *
 * @param log the settings of the log that the servers share
 * @param clientAddresses the configured addresses for clients, by the names of the members
 * @param clientPort the port for clients of all other members
 */
public record ClusterSettings(
    MemberSettings log, Map<String, HostPort> clientAddresses, int clientPort) {

  /** Copies the map. */
  public ClusterSettings {
    clientAddresses = Map.copyOf(clientAddresses);
  }

  /**
   * Returns the address of a member for clients, {@code HOST:PORT}. Without a setting for the
   * member, the result is the member's host with this server's port. As an exception, the result is
   * empty for another member on this server's host, because two servers on one host have different
   * ports.
   */
  public Optional<String> clientAddress(Member member) {
    HostPort address = clientAddresses.get(member.name());
    if (address == null
        && (member.equals(log.self()) || !member.host().equals(log.self().host()))) {
      address = new HostPort(member.host(), clientPort);
    }
    return Optional.ofNullable(address).map(HostPort::toString);
  }

  /**
   * Returns the settings of a cluster's server.
   *
   * @throws IllegalArgumentException if the members are not valid
   */
  static ClusterSettings of(ServerConfig config) {
    List<Member> members = config.get(ServerOptions.CLUSTER_MEMBERS);
    String node = config.get(ServerOptions.CLUSTER_NODE).orElse("");
    Member self =
        members.stream()
            .filter(member -> member.name().equals(node))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "cluster.node=" + node + " is not one of the cluster.members"));
    Map<String, HostPort> addresses =
        config.get(ServerOptions.CLUSTER_CLIENTS).stream()
            .collect(
                Collectors.toMap(
                    Member::name,
                    member -> new HostPort(member.host(), member.port()),
                    (first, second) -> {
                      throw new IllegalArgumentException(
                          "cluster.clients names a server twice, at " + first + " and " + second);
                    }));
    return new ClusterSettings(
        new MemberSettings(
            self,
            config.get(ServerOptions.CLUSTER_JOIN) ? List.of() : members,
            config
                .get(ServerOptions.DATA)
                .orElseThrow(() -> new IllegalArgumentException("a cluster needs data")),
            config.get(ServerOptions.CLUSTER_ELECTION_TIMEOUT),
            Math.toIntExact(
                ReplicatedGroup.maxBytes(
                    config.get(LimitOptions.MAX_TRANSACTION_BYTES),
                    config.get(LimitOptions.MAX_KEYS_PER_TRANSACTION))),
            tls(config)),
        addresses,
        config.get(ServerOptions.LISTEN).port());
  }

  private static Optional<MemberTls> tls(ServerConfig config) {
    return config
        .get(ServerOptions.CLUSTER_CERTIFICATE)
        .map(
            certificate ->
                new MemberTls(
                    certificate,
                    config.get(ServerOptions.CLUSTER_KEY).orElseThrow(),
                    config.get(ServerOptions.CLUSTER_AUTHORITY).orElseThrow()));
  }

  /** The type of a member, {@code NAME=HOST:PORT}. */
  static OptionType<List<Member>> members() {
    Function<Member, String> format =
        member -> member.name() + "=" + new HostPort(member.host(), member.port());
    return OptionTypes.list(OptionTypes.parsed(Member::parse, format, "NAME=HOST:PORT"));
  }
}
