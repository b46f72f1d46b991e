package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.proof.simulator.network.SimulatedNetwork;
import dev.yardmaster.proof.simulator.scenario.Wire;
import dev.yardmaster.proof.simulator.schedule.CallerTask;
import dev.yardmaster.proof.simulator.schedule.LoopTask;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.proof.simulator.schedule.Task;
import dev.yardmaster.proof.simulator.workload.ClientLedger;
import dev.yardmaster.proof.simulator.workload.Mix;
import dev.yardmaster.proof.simulator.workload.Operation;
import dev.yardmaster.proof.simulator.workload.SnapshotInspection;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A client of the SDK that stays open while the service restarts. The ledger records the client's
 * operations.
 */
final class WireClient {

  private final YardmasterClient client;
  private final TransactionService service;
  private final ClientLedger ledger;
  private final LoopTask loop;
  private long outstanding;

  WireClient(
      int number,
      Wire wire,
      SimulatedNetwork network,
      Scheduler scheduler,
      ClientLedger ledger,
      WireParts parts) {
    this.ledger = ledger;
    loop = new LoopTask("client-loop-" + number, scheduler);
    SimulatedTransport transport =
        new SimulatedTransport(scheduler, network, loop, wire.connectTimeoutMs(), parts);
    client = YardmasterClient.over(wire.client(transport, scheduler.random().split()), transport);
    Mix.procedures().forEach(client::register);
    service = parts.client(client);
  }

  LoopTask loop() {
    return loop;
  }

  TransactionService service() {
    return service;
  }

  int connections() {
    return client.connections();
  }

  /** Returns the number of transactions that have begun and have no outcome. */
  long outstanding() {
    return outstanding;
  }

  /** Submits an operation. {@code then} runs when the operation has ended. */
  <R> void submit(Operation<?, R> operation, Runnable then) {
    began(operation);
    var unused =
        operation
            .submit(service)
            .whenComplete(
                (outcome, broken) -> {
                  then.run();
                  ended(operation, outcome);
                });
  }

  private void began(Operation<?, ?> operation) {
    outstanding++;
    ledger.began(operation);
  }

  private void ended(Operation<?, ?> operation, Outcome<?> outcome) {
    outstanding--;
    ledger.ended(operation, outcome);
  }

  /**
   * Returns a task that submits {@code count} operations, with a bounded number of them
   * outstanding.
   */
  Task submitter(String name, Supplier<Operation<?, ?>> operations, int count, int window) {
    return new Task(name) {
      private int left = count;
      private int open;

      @Override
      public boolean step() {
        if (left == 0 || open == window) {
          return false;
        }
        left--;
        open++;
        submit(operations.get(), () -> open--);
        return true;
      }
    };
  }

  /** Returns a task that runs the logic of {@code count} operations on its own thread. */
  CallerTask caller(String name, Supplier<Operation<?, ?>> operations, int count) {
    return new CallerTask(
        name,
        () -> {
          for (int i = 0; i < count; i++) {
            Operation<?, ?> operation = operations.get();
            if (operation.isQuery()) {
              submit(operation, () -> {});
            } else {
              began(operation);
              ended(operation, operation.execute(service));
            }
          }
        });
  }

  /**
   * Returns a task that opens {@code count} snapshots, one at a time. The task ends early when the
   * server closes, because a client would try for a minute to open each snapshot.
   */
  CallerTask reader(
      String name, SnapshotInspection inspection, int count, BooleanSupplier isClosing) {
    return new CallerTask(
        name,
        () -> {
          for (int i = 0; i < count && !isClosing.getAsBoolean(); i++) {
            inspection.run(service::readOnly);
          }
        });
  }

  /** Returns a task that closes the client. */
  CallerTask closer() {
    return new CallerTask("client-closer", client::close);
  }
}
