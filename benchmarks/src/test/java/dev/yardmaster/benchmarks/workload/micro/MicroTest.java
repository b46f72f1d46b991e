package dev.yardmaster.benchmarks.workload.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.benchmarks.SerialService;
import dev.yardmaster.benchmarks.SerialService.Fault;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.workloads.ClientStream;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.WorkloadRun;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MicroTest {

  private static final int OBJECTS = 500;
  private static final int TRANSACTIONS = 1_000;

  private final Micro micro = new Micro(OBJECTS, 0.9, 3, 1 << 10);

  @Test
  void readsFiveAndWritesFiveWithOneInBoth() {
    ClientStream stream = micro.begin(1).client(0);
    for (int i = 0; i < TRANSACTIONS; i++) {
      ReadWrite.Argument argument = (ReadWrite.Argument) stream.next().argument();
      Set<Integer> reads = new HashSet<>();
      Set<Integer> writes = new HashSet<>();
      for (int object = 0; object < 5; object++) {
        reads.add(argument.objects().read(object));
        writes.add(argument.objects().written(object));
      }
      assertEquals(5, reads.size());
      assertEquals(5, writes.size());
      reads.retainAll(writes);
      assertEquals(1, reads.size());
    }
  }

  @Test
  void numbersOfAllClientsDiffer() {
    WorkloadRun run = micro.begin(3);
    Set<Long> numbers = new HashSet<>();
    for (int client = 0; client < 3; client++) {
      for (int i = 0; i < 100; i++) {
        numbers.add(((ReadWrite.Argument) run.client(client).next().argument()).number());
      }
    }
    assertEquals(300, numbers.size());
    assertFalse(numbers.contains(0L));
  }

  @Test
  void streamsFollowThePhase() {
    Micro even = new Micro(OBJECTS, 0, 3, 1 << 10);
    WorkloadRun changing = new ChangingMicro(List.of(even, micro)).begin(2);
    ClientStream stream = changing.client(1);
    assertEquals(2, changing.phases());
    assertSame(objects(even.begin(2).client(1)), objects(stream));
    changing.enter(1);
    assertSame(objects(micro.begin(2).client(1)), objects(stream));
  }

  private static ReadWrite.Objects objects(ClientStream stream) {
    return ((ReadWrite.Argument) stream.next().argument()).objects();
  }

  @Test
  void invariantHoldsOnARightService() throws Exception {
    assertEquals(Optional.empty(), runOn(Fault.NONE));
  }

  @Test
  void lostWritesAreFound() throws Exception {
    String broken = runOn(Fault.LOSES_WRITES).orElseThrow();
    assertTrue(broken.matches("[0-9]+ objects do not have the value .*"), broken);
  }

  @Test
  void aVersionGivenTwiceIsFound() {
    LastWriters writers = new LastWriters(2);
    writers.wrote(0, 1, 7);
    writers.wrote(0, 1, 8);
    assertEquals(1, writers.impossibleVersions());
  }

  @Test
  void aCommitWithoutAVersionIsFound() {
    LastWriters writers = new LastWriters(2);
    writers.wrote(0, 0, 7);
    assertEquals(1, writers.impossibleVersions());
  }

  @Test
  void lastWriterIsTheOneOfTheHighestVersionWhateverTheOrder() {
    LastWriters one = new LastWriters(2);
    LastWriters other = new LastWriters(2);
    one.wrote(0, 5, 50);
    one.wrote(0, 3, 30);
    other.wrote(0, 4, 40);
    other.wrote(1, 9, 90);
    one.merge(other);
    assertEquals(50, one.value(0));
    assertEquals(90, one.value(1));
    assertEquals(0, one.impossibleVersions());
  }

  private Optional<String> runOn(Fault fault) throws InterruptedException {
    try (SerialService service = new SerialService(fault)) {
      micro.procedures().forEach(service::register);
      new CallWindow(service, 4).run(micro.load(), loaded -> {});
      WorkloadRun run = micro.begin(1);
      ClientStream stream = run.client(0);
      for (int i = 0; i < TRANSACTIONS; i++) {
        submit(service, stream, stream.next());
      }
      return run.brokenInvariant(service);
    }
  }

  private static void submit(
      SerialService service, ClientStream stream, ProcedureInvocation<?, ?> call) {
    Outcome<?> outcome =
        call.submit(service, TransactionOptions.defaults()).toCompletableFuture().join();
    stream.committed(call, (Outcome.Committed<?>) outcome);
  }
}
