package dev.yardmaster.server.cli;

import java.io.IOException;
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

/** Changes the leader and the members of a cluster. */
@Command(
    name = "cluster",
    description = {
      "Changes the leader or the members of a cluster. --server is the admin address of the server"
          + " that leads; another server answers with the name of the leader."
    },
    synopsisSubcommandLabel = "CHANGE")
final class ClusterCommand implements Runnable {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "name a change: " + String.join(", ", spec.commandLine().getSubcommands().keySet()));
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
