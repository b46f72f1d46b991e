package dev.yardmaster.storage.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.storage.hbase.Calls.Kind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CallsTest {

  private final AtomicLong nowNs = new AtomicLong();
  private final Calls calls = new Calls("bank", nowNs::get);

  @BeforeEach
  void start() {
    calls.waitForAnswers();
  }

  @AfterEach
  void clearInterrupt() {
    boolean unused = Thread.interrupted();
  }

  private static String fail() throws IOException {
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
    assertThrows(IOException.class, () -> calls.once(Kind.WRITE, CallsTest::fail));
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

  @Test
  void theFirstReasonStays() {
    calls.lose("the first");
    calls.lose("the second");
    assertEquals(Optional.of("the first"), calls.warning());
  }

  @Test
  void aTimeoutOfTheClientIsNoInterrupt() {
    AtomicInteger left = new AtomicInteger(1);
    assertEquals(
        "here",
        calls.read(
            () -> {
              if (left.getAndDecrement() > 0) {
                throw new SocketTimeoutException("callTimeout=10000");
              }
              return "here";
            }));
    assertFalse(Thread.currentThread().isInterrupted());
    assertEquals(1, calls.failures());
  }

  @Test
  void anInterruptOfTheClientEndsARead() {
    assertThrows(
        UncheckedIOException.class,
        () ->
            calls.read(
                () -> {
                  throw new InterruptedIOException("interrupted");
                }));
    assertTrue(Thread.currentThread().isInterrupted());
    assertEquals(0, calls.failures());
  }

  @Test
  void anAnswerToOneKindOfCallHidesNoFailureOfAnother() throws IOException {
    assertThrows(IOException.class, () -> calls.once(Kind.WRITE, CallsTest::fail));
    nowNs.addAndGet(5_000_000_000L);
    assertThrows(IOException.class, () -> calls.once(Kind.SCAN, CallsTest::fail));
    assertEquals("read", calls.read(() -> "read"));
    assertTrue(calls.warning().orElseThrow().contains("for 5 s"));
    assertEquals("written", calls.once(Kind.WRITE, () -> "written"));
    assertTrue(calls.warning().orElseThrow().contains("for 0 s"));
    assertEquals("a scanner", calls.prepare(Kind.SCAN, () -> "a scanner"));
    assertTrue(calls.warning().isPresent(), "a scanner is no answer");
    assertEquals("a row", calls.once(Kind.SCAN, () -> "a row"));
    assertEquals(Optional.empty(), calls.warning());
  }

  @Test
  void whatHBaseRefusesIsNamed() {
    assertThrows(
        IOException.class,
        () ->
            calls.once(
                Kind.WRITE,
                () -> {
                  throw new IOException(new TableNotFoundException("bank"));
                }));
    String warning = calls.warning().orElseThrow();
    assertTrue(warning.startsWith("HBase has refused calls for 0 s"), warning);
    assertTrue(warning.contains("TableNotFoundException"), warning);
  }

  @Test
  void beforeTheEndOfAStartAReadFails() {
    Calls starting = new Calls("bank", nowNs::get);
    assertThrows(UncheckedIOException.class, () -> starting.read(CallsTest::fail));
  }
}
