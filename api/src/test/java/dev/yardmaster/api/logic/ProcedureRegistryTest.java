package dev.yardmaster.api.logic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcedureRegistryTest {

  private static class Nothing implements Procedure<Object, Object> {

    @Override
    public String name() {
      return "nothing";
    }

    @Override
    public void declare(Object argument, KeyDeclaration keys) {}

    @Override
    public Object execute(Object argument, Transaction transaction) {
      return null;
    }
  }

  private static final class NothingInRounds extends Nothing {

    @Override
    public void declareNext(Object argument, Reads soFar, KeyDeclaration keys) {}
  }

  private final ProcedureRegistry<RegisteredProcedure> registry = new ProcedureRegistry<>();

  private static RegisteredProcedure registered(Procedure<?, ?> procedure) {
    return new RegisteredProcedure(procedure.name(), procedure);
  }

  @Test
  void aNameBelongsToOneProcedure() {
    Nothing first = new Nothing();
    Nothing other = new Nothing();
    RegisteredProcedure known = registered(first);
    assertTrue(registry.add(known));
    assertFalse(registry.add(registered(first)));
    YardmasterException taken =
        assertThrows(YardmasterException.class, () -> registry.add(registered(other)));
    assertEquals(ErrorCode.BAD_PROCEDURE, taken.code());
    assertSame(known, registry.find("nothing"));
    assertSame(known, registry.find(first));
    assertNull(registry.find(other));
    assertNull(registry.find("something"));
    assertNull(registry.find((String) null));
    assertEquals(List.of(known), List.copyOf(registry.all()));
  }

  @Test
  void theCodecOfALambdaIsKnownThatOfAProcedureOnceItIsRegistered() {
    assertSame(ValueCodec.basic(), registry.codecOf(ProcedureName.LAMBDA));
    String oneShot = OneShot.PROCEDURE.name();
    assertNull(registry.codecOf(oneShot));
    RegisteredProcedure known = registered(OneShot.PROCEDURE);
    assertTrue(registry.add(known));
    assertSame(known.codec(), registry.codecOf(oneShot));
  }

  @Test
  void whoDeclaresInRoundsIsSeenFromItsClass() {
    assertFalse(registered(new Nothing()).hasRounds());
    assertTrue(registered(new NothingInRounds()).hasRounds());
  }
}
