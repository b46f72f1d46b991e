package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;

/** A Yardmaster server that knows the bank's procedures, as a child process; and its client. */
@SuppressWarnings("DoNotCallSuggester") // There is nothing to start and to reach yet.
public final class ServedBank {

  private ServedBank() {}

  /** Runs as a child process, with the most transactions in flight. */
  public static void main(String[] args) throws IOException {
    throw new IOException("there is no server to start yet");
  }

  /** Connects to a server. */
  static TransactionService connect(RemoteServer server, int connections) {
    throw new WorkloadFailure("cannot connect to " + server.address() + ": there is no client yet");
  }
}
