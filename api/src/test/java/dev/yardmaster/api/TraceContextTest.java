package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {

  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  @Test
  void headersOfARequestBecomeAnOption() {
    TraceContext trace = TraceContext.ofHeaders(PARENT, "vendor=1");
    assertEquals(new TraceContext(PARENT, "vendor=1"), trace);
    TransactionOptions options = TransactionOptions.defaults().withTrace(trace).withWeight(3);
    assertEquals(trace, options.trace());
    assertNull(options.withTrace(null).trace());
  }

  @Test
  void aTracestateThatIsNotValidIsLeftOut() {
    assertEquals(new TraceContext(PARENT, ""), TraceContext.ofHeaders(PARENT, null));
    assertEquals(new TraceContext(PARENT, ""), TraceContext.ofHeaders(PARENT, "a=\u00e9"));
    assertEquals(
        new TraceContext(PARENT, ""),
        TraceContext.ofHeaders(PARENT, "x".repeat(TraceContext.MAX_TRACESTATE + 1)));
    assertEquals(
        ErrorCode.BAD_CONFIG,
        assertThrows(YardmasterException.class, () -> new TraceContext(PARENT, "a\nb")).code());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-02"
      })
  void aTraceparentThatIsNotValidIsRefusedOrIgnored(String traceparent) {
    YardmasterException error =
        assertThrows(YardmasterException.class, () -> new TraceContext(traceparent, ""));
    assertEquals(ErrorCode.BAD_CONFIG, error.code());
    assertTrue(error.getMessage().contains(traceparent), error.getMessage());
    assertNull(TraceContext.ofHeaders(traceparent, "vendor=1"));
  }
}
