package dev.yardmaster.storage.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallsTest {

  private final AtomicLong nowNs = new AtomicLong();
  private final Calls calls = new Calls("bank", nowNs::get);

  @AfterEach
  void clearInterrupt() {
    boolean unused = Thread.interrupted();
  }

  private static <T> T fail() throws IOException {
    throw new IOException("no region server");
  }

  @Test
  void aReadIsRepeatedUntilAnAnswer() {
    AtomicInteger left = new AtomicInteger(2);
    String answer =
        calls.read(
            () -> {
              nowNs.addAndGet(3_000_000_000L);
              if (left.getAndDecrement() > 0) {
                return fail();
              }
              assertEquals(
                  Optional.of(
                      "HBase has not answered for 6 s, so reads of keys that memory lacks wait:"
                          + " java.io.IOException: no region server"),
                  calls.warning());
              return "here";
            });
    assertEquals("here", answer);
    assertEquals(Optional.empty(), calls.warning());
    assertEquals(2, calls.failures());
  }

  @Test
  void aWriteFailsSoThatItsCallerRepeatsItLater() {
    assertThrows(IOException.class, () -> calls.once(CallsTest::fail));
    assertTrue(calls.warning().isPresent());
  }

  @Test
  void aReadThatWaitsEndsWhenTheTableIsClosed() {
    IllegalStateException ended =
        assertThrows(
            IllegalStateException.class,
            () ->
                calls.read(
                    () -> {
                      calls.close();
                      return fail();
                    }));
    assertEquals("the table bank is closed", ended.getMessage());
  }

  @Test
  void whatTheClientThrowsAfterTheCloseIsNotSeen() {
    IllegalStateException ended =
        assertThrows(
            IllegalStateException.class,
            () ->
                calls.read(
                    () -> {
                      calls.close();
                      throw new UnsupportedOperationException("the pool of the client is closed");
                    }));
    assertEquals("the table bank is closed", ended.getMessage());
  }

  @Test
  void aReadThatWaitsEndsWhenItsThreadIsInterrupted() {
    Thread.currentThread().interrupt();
    assertThrows(UncheckedIOException.class, () -> calls.read(CallsTest::fail));
  }

  @Test
  void nothingIsReadFromATableThatAnotherServerHasTaken() {
    calls.lose("the table bank has been taken by another server");
    UncheckedIOException lost =
        assertThrows(UncheckedIOException.class, () -> calls.read(() -> "stale"));
    assertTrue(lost.getMessage().contains("taken by another server"), lost.getMessage());
    assertEquals(Optional.of("the table bank has been taken by another server"), calls.warning());
  }
}
