package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.TcpTransport;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.proof.torture.BankAccounts;
import dev.yardmaster.proof.torture.BankHistory;
import dev.yardmaster.proof.torture.BankLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** The clients of a soak run, whose connections can be reset and stalled. */
final class SoakLoad extends BankLoad implements AutoCloseable {

  private static final int EVENT_LOOPS = 2;
  private static final int CONNECTIONS = 2;
  private static final int CONNECT_TIMEOUT_MS = 1_000;
  private static final Duration PING_INTERVAL = Duration.ofSeconds(2);

  /** The key of a large value. The server needs a long time to send such a value. */
  private static final Key LARGE = Key.of("large", 0);

  private static final int LARGE_BYTES = 256 << 10;

  /**
   * The number of large values that a stalled client requests but does not read. The values have 16
   * MiB for each connection, whereas the buffers of a connection's two sockets hold at most 10 MiB
   * on Linux.
   */
  private static final int UNREAD_ANSWERS = 128;

  /** A client with its transport. */
  private record Client(YardmasterClient service, DisturbedTransport transport) {}

  private final TcpTransport loops;
  private final List<Client> clients;

  /** The number of reads by stalled clients that have no answer yet. */
  private int reading;

  private SoakLoad(
      SoakPlan plan,
      TcpTransport loops,
      List<Client> clients,
      BankHistory history,
      SplittableRandom random) {
    super(
        plan.customers(),
        plan.concurrency(),
        clients.stream().map(Client::service).toList(),
        history,
        random);
    this.loops = loops;
    this.clients = clients;
  }

  /** Creates the clients of a run, which find no server yet. */
  static SoakLoad of(SoakPlan plan, BankHistory history, SplittableRandom random) {
    TcpTransport loops = new TcpTransport(EVENT_LOOPS, CONNECT_TIMEOUT_MS);
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < plan.clients(); i++) {
      DisturbedTransport transport = new DisturbedTransport(loops);
      YardmasterClient service =
          YardmasterClient.over(
              ClientConfig.builder()
                  .address("127.0.0.1:1") // The transport ignores this address.
                  .connections(CONNECTIONS)
                  .connectTimeout(Duration.ofMillis(CONNECT_TIMEOUT_MS))
                  .pingInterval(PING_INTERVAL)
                  .name("soak")
                  .build(),
              transport);
      clients.add(new Client(service, transport));
    }
    return new SoakLoad(plan, loops, List.copyOf(clients), history, random);
  }

  /** Sets the port on which the server listens. */
  void server(int port) {
    clients.forEach(client -> client.transport().server(port));
  }

  @Override
  public void openAccounts() throws InterruptedException {
    var unused =
        BankAccounts.answer(
            clients
                .get(0)
                .service()
                .submit(OneShot.builder().put(LARGE, new byte[LARGE_BYTES]).build()),
            "write a large value");
    super.openAccounts();
  }

  @Override
  public synchronized boolean isSettled() {
    return super.isSettled() && reading == 0;
  }

  /**
   * Returns whether every client has all its connections, and all these connections lead to the
   * present server.
   */
  boolean isConnected() {
    return clients.stream()
        .allMatch(
            client ->
                client.transport().isConnected(CONNECTIONS)
                    && client.service().connections() == CONNECTIONS);
  }

  /** Resets all connections of a client. Returns the number of connections that were reset. */
  int reset(int client) {
    return clients.get(client).transport().reset();
  }

  /** Makes a client send reads, but not receive their answers until {@link #resume}. */
  void stall(int client) {
    clients.get(client).transport().read(false);
    synchronized (this) {
      reading += UNREAD_ANSWERS;
    }
    for (int i = 0; i < UNREAD_ANSWERS; i++) {
      var unused =
          clients
              .get(client)
              .service()
              .submit(OneShot.builder().read(LARGE).build())
              .whenComplete((outcome, thrown) -> readEnded());
    }
  }

  private synchronized void readEnded() {
    reading--;
  }

  /** Lets a client receive answers again. */
  void resume(int client) {
    clients.get(client).transport().read(true);
  }

  /** Closes all clients without waiting for their transactions. */
  @Override
  public void close() {
    pause();
    List<CompletableFuture<Void>> closed = new ArrayList<>();
    clients.forEach(
        client -> closed.add(CompletableFuture.runAsync(() -> client.service().close())));
    closed.forEach(CompletableFuture::join);
    loops.close();
  }
}
