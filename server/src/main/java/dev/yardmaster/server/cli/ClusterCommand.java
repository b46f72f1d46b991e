package dev.yardmaster.server.cli;

import dev.yardmaster.server.backend.ClusterFigures;
import dev.yardmaster.server.cli.remote.AdminAddress;
import dev.yardmaster.server.cli.remote.LiveClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the leader and the members of a cluster, and changes them. */
@Command(
    name = "cluster",
    description = {
      "Shows or changes the leader and the members of a cluster. --server is the admin address of a"
          + " server, for changes of the one that leads; another server answers with the name of the"
          + " leader."
    },
    synopsisSubcommandLabel = "COMMAND")
final class ClusterCommand implements Runnable {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "give a command: " + String.join(", ", spec.commandLine().getSubcommands().keySet()));
  }

  @Command(
      name = "status",
      description =
          "Shows what a server knows about its cluster: the leader, the term, the members, the last"
              + " entry of the log that the server has applied, and the last entry that it has.",
      footer = "  yardmaster cluster status")
  int status(@Mixin AdminAddress admin) throws IOException, InterruptedException {
    ClusterFigures cluster = new LiveClient(admin).snapshot().cluster();
    PrintWriter out = spec.commandLine().getOut();
    if (cluster == null) {
      throw new IOException(admin.server() + " belongs to no cluster");
    }
    String leader = cluster.leader() == null ? "no leader is known" : cluster.leader() + " leads";
    out.println(leader + " in term " + cluster.term());
    out.printf(
        "%s has applied entry %d; the last entry of its log is %d of term %d%n",
        cluster.node(), cluster.applied(), cluster.lastIndex(), cluster.lastTerm());
    cluster
        .members()
        .forEach(
            each ->
                out.printf(
                    "%-8s at %s, for clients at %s%n",
                    each.name(), each.address(), each.clientAddress()));
    out.flush();
    return ExitCode.OK;
  }

  @Command(
      name = "transfer",
      description =
          "Lets another server lead. Transactions in flight get their outcomes from the old leader or,"
              + " if they have an id, from the new one.",
      footer = "  yardmaster cluster transfer n2")
  int transfer(
      @Mixin AdminAddress admin,
      @Parameters(paramLabel = "<name>", description = "The server that is to lead.") String name)
      throws IOException, InterruptedException {
    return change(admin, "transfer", name);
  }

  @Command(
      name = "add",
      description = {
        "Adds a server. Start it before, with cluster.join=true and an empty data directory: it gets"
            + " all data from the others. The command returns when the server has caught up and"
            + " counts for majorities."
      },
      footer = "  yardmaster cluster add n4=10.0.0.4:7402")
  int add(
      @Mixin AdminAddress admin,
      @Parameters(
              paramLabel = "<name=host:port>",
              description = "The name and the address of the server, as in cluster.members.")
          String member)
      throws IOException, InterruptedException {
    return change(admin, "add", member);
  }

  @Command(
      name = "remove",
      description =
          "Removes a server, which may be lost. Its name must not be used again for another"
              + " server.",
      footer = "  yardmaster cluster remove n1")
  int remove(
      @Mixin AdminAddress admin,
      @Parameters(paramLabel = "<name>", description = "The server to remove.") String name)
      throws IOException, InterruptedException {
    return change(admin, "remove", name);
  }

  @Command(
      name = "recover",
      description = {
        "Makes a server the only one of its cluster, after a majority of the servers is lost for"
            + " good, and no server leads. The server then leads with all data that it has. Commits"
            + " that only the lost servers had are lost. The lost servers must never start again"
            + " with their data: they could form a second cluster."
      },
      footer = "  yardmaster cluster recover n3 --server 10.0.0.3:7401")
  int recover(
      @Mixin AdminAddress admin,
      @Parameters(
              paramLabel = "<name>",
              description = "The name of the server that is asked, and that is to lead.")
          String name)
      throws IOException, InterruptedException {
    return change(admin, "recover", name);
  }

  private int change(AdminAddress admin, String kind, String argument)
      throws IOException, InterruptedException {
    HttpClient http =
        HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    String page =
        "/api/cluster/" + kind + "?" + URLEncoder.encode(argument, StandardCharsets.UTF_8);
    HttpResponse<byte[]> response =
        admin.send(
            http,
            admin.request(page, TIMEOUT).POST(HttpRequest.BodyPublishers.noBody()).build(),
            BodyHandlers.ofByteArray());
    if (!AdminAddress.isOk(response)) {
      throw admin.refused(response.statusCode(), response.body());
    }
    spec.commandLine().getOut().print(new String(response.body(), StandardCharsets.UTF_8));
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }
}
