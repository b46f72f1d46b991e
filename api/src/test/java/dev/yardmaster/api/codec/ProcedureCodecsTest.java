package dev.yardmaster.api.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ProcedureCodecsTest {

  record Transfer(long from, long to) {}

  private abstract static class Named<A, R> implements Procedure<A, R> {
    @Override
    public String name() {
      return "named";
    }

    @Override
    public void declare(A argument, KeyDeclaration keys) {}

    @Override
    public R execute(A argument, Transaction transaction) {
      return null;
    }
  }

  private abstract static class OnLists<B> extends Named<List<B>, Map<String, B>> {}

  private static ErrorCode refusal(Procedure<?, ?> procedure) {
    ProcedureCodecs codecs = ProcedureCodecs.of(procedure);
    YardmasterException error = assertThrows(YardmasterException.class, codecs::requireTypes);
    assertEquals("named", error.details().get("procedure"));
    return error.code();
  }

  private static ProcedureCodecs accepted(Procedure<?, ?> procedure) {
    ProcedureCodecs codecs = ProcedureCodecs.of(procedure);
    codecs.requireTypes();
    return codecs;
  }

  @Test
  void recordsAreFound() {
    Procedure<Transfer, Long> inferred =
        new Procedure<>() {
          @Override
          public String name() {
            return "inferred";
          }

          @Override
          public void declare(Transfer argument, KeyDeclaration keys) {}

          @Override
          public Long execute(Transfer argument, Transaction transaction) {
            return null;
          }
        };
    ProcedureCodecs codecs = accepted(inferred);
    Transfer transfer = new Transfer(1, 2);
    assertEquals(transfer, codecs.argument().decode(codecs.argument().encode(transfer)));
    codecs = accepted(new OnLists<Transfer>() {});
    List<Transfer> list = Arrays.asList(transfer, null);
    assertEquals(list, codecs.argument().decode(codecs.argument().encode(list)));
    Map<String, Transfer> map = Map.of("a", transfer);
    assertEquals(map, codecs.result().decode(codecs.result().encode(map)));
    accepted(new Named<UUID, Void>() {});
  }

  /** The encoding of a basic value is the same, whether or not its type is known. */
  @Test
  void basicTypesHaveTheBasicFormat() {
    ProcedureCodecs codecs = accepted(new Named<List<Long>, String>() {});
    assertSame(
        ErrorCode.BAD_VALUE,
        assertThrows(YardmasterException.class, () -> codecs.argument().encode("text")).code());
    List<Long> list = List.of(1L, 2L);
    byte[] bytes = ValueCodec.basic().encode(list);
    assertEquals(list, codecs.argument().decode(bytes));
    assertEquals(list, ValueCodec.basic().decode(codecs.argument().encode(list)));
    assertEquals(list, codecs.argument().decode(ValueCodec.basic().encode(List.of(1, 2))));
  }

  private record Pair(long a, long b) {}

  /**
   * A record type that expands without end: {@code Growing<A>} contains {@code Growing<List<A>>},
   * and so on.
   */
  private record Growing<A>(A value, Growing<List<A>> next) {}

  /**
   * A caller could choose many keys with equal hashes. Without an order of the keys, a map with
   * such keys is slow.
   */
  @Test
  void mapsWhoseKeysHaveNoOrderAreRefused() {
    assertEquals(ErrorCode.BAD_ARGUMENT, refusal(new Named<Map<Pair, Long>, Long>() {}));
    assertEquals(ErrorCode.BAD_ARGUMENT, refusal(new Named<Map<List<Long>, Long>, Long>() {}));
    accepted(new Named<Map<UUID, Long>, Long>() {});
  }

  @Test
  void aRecordWhoseTypesNeverEndIsRefused() {
    assertEquals(ErrorCode.BAD_ARGUMENT, refusal(new Named<Growing<Long>, Long>() {}));
  }

  @Test
  void aResultMayBeAnyListOfBasicValues() {
    ProcedureCodecs codecs = accepted(new Named<Long, ArrayList<Long>>() {});
    assertSame(ValueCodec.basic(), codecs.result());
    assertEquals(ErrorCode.RESULT_NOT_KEPT, refusal(new Named<Long, ArrayList<Pair>>() {}));
  }

  @Test
  void unknownTypesStayBasic() {
    assertSame(ValueCodec.basic(), accepted(new Named<Object, Number>() {}).argument());
    assertSame(ValueCodec.basic(), accepted(new Named<Object, Void>() {}).result());
    assertSame(ValueCodec.basic(), accepted(generic()).argument());
    accepted(new Named<List<?>, Iterable<Long>>() {});
    accepted(OneShot.PROCEDURE);
  }

  private static <A> Procedure<A, Object> generic() {
    return new Named<>() {};
  }

  @Test
  void typesWithoutACodecAreRefused() {
    assertEquals(ErrorCode.BAD_ARGUMENT, refusal(new Named<Set<Object>, Object>() {}));
    accepted(new Named<Set<Long>, Object>() {});
    assertEquals(ErrorCode.BAD_ARGUMENT, refusal(new Named<Thread, Thread>() {}));
    assertEquals(ErrorCode.RESULT_NOT_KEPT, refusal(new Named<Long, Thread>() {}));
    // The service runs such a procedure in its own process, and can keep those results that are
    // basic values.
    ValueCodec<Object> basic = ProcedureCodecs.of(new Named<Long, Thread>() {}).result();
    assertSame(ValueCodec.basic(), basic);
  }

  @Test
  void ownCodecsWin() {
    ValueCodec<Transfer> own = RecordCodec.forwardCompatible(Transfer.class);
    ProcedureCodecs codecs =
        accepted(
            new Named<Transfer, Set<Long>>() {
              @Override
              public ValueCodec<Transfer> argumentCodec() {
                return own;
              }

              @Override
              public ValueCodec<Set<Long>> resultCodec() {
                return new ValueCodec<>() {
                  @Override
                  public byte[] encode(Set<Long> value) {
                    return ValueCodec.basic().encode(List.copyOf(value));
                  }

                  @Override
                  public Set<Long> decode(byte[] bytes) {
                    return Set.of();
                  }
                };
              }
            });
    assertSame(own, codecs.argument());
  }

  @Test
  void onlyResultsSkipAddedComponents() {
    ProcedureCodecs codecs = accepted(new Named<Transfer, Transfer>() {});
    byte[] newer = ValueCodec.basic().encode(List.of(1L, 2L, "new"));
    assertEquals(new Transfer(1, 2), codecs.result().decode(newer));
    assertEquals(
        ErrorCode.DAMAGED,
        assertThrows(YardmasterException.class, () -> codecs.argument().decode(newer)).code());
  }
}
