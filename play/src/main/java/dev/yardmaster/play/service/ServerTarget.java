package dev.yardmaster.play.service;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.client.YardmasterClient;
import java.time.Duration;

/** A running server. Other clients may change its data at the same time. */
public final class ServerTarget implements Target {

  private final YardmasterClient client;
  private final String addresses;
  private final Duration replyTimeout;

  /**
   * Takes ownership of a client.
   *
   * @param addresses the addresses of the servers, which are shown to the user
   * @param replyTimeout the time for which the prompt waits for the reply to a step
   */
  public ServerTarget(YardmasterClient client, String addresses, Duration replyTimeout) {
    this.client = client;
    this.addresses = addresses;
    this.replyTimeout = replyTimeout;
  }

  @Override
  public TransactionService service() {
    return client;
  }

  @Override
  public String description() {
    return "the server at " + addresses;
  }

  @Override
  public Duration replyTimeout() {
    return replyTimeout;
  }

  @Override
  public void close() {
    client.close();
  }
}
