package dev.yardmaster.benchmarks.workload.smallbank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.workloads.ClientStream;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.smallbank.SendPayment;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class ArgumentCodecsTest {

  private static final SmallBank BANK = new SmallBank(1_000, 0.9, 3);

  @Test
  void argumentsTravel() {
    ClientStream stream = BANK.begin(1).client(0);
    for (int i = 0; i < 1_000; i++) {
      checkTravels(stream.next());
    }
    BANK.load().forEach(ArgumentCodecsTest::checkTravels);
  }

  private static <A> void checkTravels(ProcedureInvocation<A, ?> call) {
    ValueCodec<A> codec = call.procedure().argumentCodec();
    assertEquals(call.argument(), codec.decode(codec.encode(call.argument())));
  }

  @Test
  void bytesThatNoArgumentHasAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> SendPayment.PROCEDURE.argumentCodec().decode(new byte[15]));
  }

  @Test
  @SuppressWarnings("rawtypes") // A ServiceLoader accepts only raw types, without type arguments.
  void aServiceLoaderFindsEveryProcedure() {
    List<String> found =
        StreamSupport.stream(ServiceLoader.load(Procedure.class).spliterator(), false)
            .map(Procedure::name)
            .filter(name -> name.startsWith("smallbank."))
            .sorted()
            .toList();
    assertEquals(BANK.procedures().stream().map(Procedure::name).sorted().toList(), found);
  }
}
