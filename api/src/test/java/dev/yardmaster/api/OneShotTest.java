package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class OneShotTest {

  private static final Key A = Key.of("a", 1);
  private static final Key B = Key.of("b", 1);
  private static final Key C = Key.of("c", 1);
  private static final byte[] VALUE = {1};

  private static List<String> declared(OneShot oneShot) {
    List<String> declared = new ArrayList<>();
    OneShot.PROCEDURE.declare(
        oneShot,
        new KeyDeclaration() {
          @Override
          public void read(Key key) {
            declared.add("read " + key);
          }

          @Override
          public void write(Key key) {
            declared.add("write " + key);
          }

          @Override
          public void scan(Scan scan) {
            declared.add("scan " + scan);
          }

          @Override
          public void update(Key key) {
            declared.add("update " + key);
          }
        });
    return declared;
  }

  private static ErrorCode codeOf(Executable stating) {
    return assertThrows(YardmasterException.class, stating).code();
  }

  @Test
  void keysAreDeclaredOnceInOrderOfAppearance() {
    OneShot oneShot =
        OneShot.builder().putLong(C, 1).requireAbsent(B).read(A).read(C).put(A, VALUE).build();
    assertEquals(List.of("update c/1", "read b/1", "update a/1"), declared(oneShot));
  }

  @Test
  void whatIsOnlyWrittenIsNotRead() {
    assertEquals(
        List.of("write a/1", "write b/1", "update c/1"),
        declared(OneShot.builder().putLong(A, 1).add(A, 1).delete(B).add(B, 1).add(C, 1).build()));
  }

  @Test
  void whatIsStatedAfterBuildDoesNotChangeWhatWasBuilt() {
    OneShot.Builder builder = OneShot.builder().read(A);
    OneShot first = builder.build();
    OneShot second = builder.delete(A).read(B).build();
    assertEquals(List.of("read a/1"), declared(first));
    assertEquals(List.of("update a/1", "read b/1"), declared(second));
  }

  @Test
  void anEmptyOneIsRefused() {
    assertEquals(ErrorCode.EMPTY_TRANSACTION, codeOf(() -> OneShot.builder().build()));
  }

  @Test
  void nullKeysAndValuesAreRefused() {
    OneShot.Builder builder = OneShot.builder();
    List<Executable> keys =
        List.of(
            () -> builder.read(null),
            () -> builder.require(null, VALUE),
            () -> builder.requireAbsent(null),
            () -> builder.requireAtLeast(null, 1),
            () -> builder.put(null, VALUE),
            () -> builder.putLong(null, 1),
            () -> builder.add(null, 1),
            () -> builder.delete(null));
    for (int i = 0; i < keys.size(); i++) {
      assertEquals(ErrorCode.BAD_KEY, codeOf(keys.get(i)), "statement " + i);
    }
    assertEquals(ErrorCode.BAD_VALUE, codeOf(() -> builder.require(A, null)));
    assertEquals(ErrorCode.BAD_VALUE, codeOf(() -> builder.put(A, null)));
    assertEquals(
        ErrorCode.EMPTY_TRANSACTION,
        codeOf(builder::build),
        "the builder must not have taken any statement");
  }
}
