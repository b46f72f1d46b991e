package dev.yardmaster.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Priority;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TraceContext;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.wire.schema.Entries;
import dev.yardmaster.wire.schema.Entry;
import dev.yardmaster.wire.schema.Error;
import dev.yardmaster.wire.schema.Options;
import dev.yardmaster.wire.schema.Response;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Checks that every value is unchanged after it was written to a message and read again. */
class WireMappingTest {

  private static final int CASES = 2_000;

  private static Key key(SplittableRandom random) {
    String table = random.nextInt(20) == 0 ? "t".repeat(128) : "table" + random.nextInt(5);
    return switch (random.nextInt(3)) {
      case 0 -> Key.of(table, random.nextBoolean() ? random.nextLong() : random.nextInt(9) - 4);
      case 1 -> Key.of(table, text(random));
      default -> Key.of(table, bytes(random, 1 + random.nextInt(40)));
    };
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    int length = 1 + random.nextInt(20);
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(
          "aé€😀\u0000 ".codePointAt(new int[] {0, 1, 2, 3, 5, 6}[random.nextInt(6)]));
    }
    return text.toString();
  }

  private static byte[] bytes(SplittableRandom random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void keys() throws InvalidProtocolBufferException {
    for (int seed = 0; seed < CASES; seed++) {
      Key key = key(new SplittableRandom(seed));
      var message = dev.yardmaster.wire.schema.Key.parseFrom(KeyMessages.of(key).toByteArray());
      assertEquals(key, KeyMessages.read(message), "seed=" + seed);
    }
    YardmasterException noId =
        assertThrows(
            YardmasterException.class,
            () ->
                KeyMessages.read(
                    dev.yardmaster.wire.schema.Key.newBuilder().setTable("t").build()));
    assertEquals(ErrorCode.BAD_KEY, noId.code());
  }

  @Test
  void values() {
    assertNull(KeyMessages.readValues(java.util.List.of(KeyMessages.ofValue(null)))[0]);
    byte[][] read =
        KeyMessages.readValues(
            java.util.List.of(
                KeyMessages.ofValue(new byte[0]), KeyMessages.ofValue(new byte[] {0, -1})));
    assertArrayEquals(new byte[0], read[0]);
    assertArrayEquals(new byte[] {0, -1}, read[1]);
  }

  private static Scan scan(SplittableRandom random) {
    Key from = key(random);
    Key to = key(random);
    boolean toEnd = !to.table().equals(from.table()) || to.compareTo(from) < 0;
    return new Scan(
        from, toEnd ? null : to, 1 + random.nextInt(Scan.MAX_LIMIT), random.nextBoolean());
  }

  @Test
  void scans() throws InvalidProtocolBufferException {
    for (int seed = 0; seed < CASES; seed++) {
      Scan scan = scan(new SplittableRandom(seed));
      var message = dev.yardmaster.wire.schema.Scan.parseFrom(ScanMessages.of(scan).toByteArray());
      assertEquals(scan, ScanMessages.read(message), "seed=" + seed);
    }
  }

  @Test
  void whatScansFind() throws InvalidProtocolBufferException {
    for (int seed = 0; seed < CASES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Scan all = new Scan(Key.of("t", Long.MIN_VALUE), null, 50, false);
      ScannedEntries found = new ScannedEntries();
      int count = random.nextInt(51);
      for (int i = 0; i < count; i++) {
        Key key = key(random);
        Key here =
            switch (key.kind()) {
              case NUMBER -> Key.of("t", key.number());
              case TEXT -> Key.of("t", text(random));
              case BYTES -> Key.of("t", bytes(random, 1 + random.nextInt(40)));
            };
        found.add(here, bytes(random, random.nextInt(5)));
      }
      if (random.nextBoolean()) {
        found.cut();
      }
      ScannedEntries read =
          ScanMessages.read(all, Entries.parseFrom(ScanMessages.of(found).toByteArray()));
      assertEquals(count, read.size(), "seed=" + seed);
      assertEquals(found.isComplete(), read.isComplete(), "seed=" + seed);
      for (int i = 0; i < count; i++) {
        assertEquals(found.key(i), read.key(i), "seed=" + seed);
        assertArrayEquals(found.value(i), read.value(i), "seed=" + seed);
      }
    }
  }

  @Test
  void whatAScanCannotHaveFoundIsAnError() {
    Scan scan = Scan.forward(Key.of("t", 1), Key.of("t", 5), 2);
    Entry.Builder one = Entry.newBuilder().setNumber(1);
    assertEquals(1, ScanMessages.read(scan, Entries.newBuilder().addEntries(one).build()).size());
    for (Entries.Builder bad :
        java.util.List.of(
            Entries.newBuilder().addEntries(one).addEntries(one).addEntries(one),
            Entries.newBuilder().addEntries(Entry.newBuilder().setNumber(5)),
            Entries.newBuilder().addEntries(Entry.newBuilder().setText("a")),
            Entries.newBuilder().addEntries(Entry.newBuilder().setText("")),
            Entries.newBuilder().addEntries(Entry.getDefaultInstance()))) {
      assertThrows(YardmasterException.class, () -> ScanMessages.read(scan, bad.build()));
    }
  }

  @Test
  void oneShots() throws InvalidProtocolBufferException {
    for (int seed = 0; seed < CASES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      OneShot.Builder stated = OneShot.builder().read(key(random));
      int statements = random.nextInt(12);
      for (int i = 0; i < statements; i++) {
        Key key = key(random);
        switch (random.nextInt(8)) {
          case 0 -> stated.read(key);
          case 1 -> stated.require(key, bytes(random, random.nextInt(9)));
          case 2 -> stated.requireAbsent(key);
          case 3 -> stated.requireAtLeast(key, random.nextLong());
          case 4 -> stated.put(key, bytes(random, random.nextInt(9)));
          case 5 -> stated.putLong(key, random.nextLong());
          case 6 -> stated.add(key, random.nextLong());
          default -> stated.delete(key);
        }
      }
      OneShot oneShot = stated.build();
      var message = OneShotMessages.of(oneShot).build();
      OneShot read =
          OneShotMessages.read(dev.yardmaster.wire.schema.OneShot.parseFrom(message.toByteArray()));
      assertEquals(oneShot.reads(), read.reads(), "seed=" + seed);
      assertEquals(message, OneShotMessages.of(read).build(), "seed=" + seed);
      assertEquals(message.getWritesCount() == 0, OneShotMessages.onlyReads(message));
    }
  }

  @Test
  void options() throws InvalidProtocolBufferException {
    for (int seed = 0; seed < CASES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      TransactionOptions options =
          new TransactionOptions(
              Duration.ofMillis(1 + random.nextInt(86_400_000)),
              1 + random.nextInt(1_000_000),
              1 + random.nextInt(1_000_000),
              Priority.values()[random.nextInt(3)],
              random.nextBoolean()
                  ? null
                  : new TransactionId(
                      random.nextLong() & TransactionId.MAX_CREATED_MS,
                      random.nextInt(65_536),
                      random.nextLong()),
              random.nextBoolean() ? null : trace(random));
      Options message =
          Options.parseFrom(OptionMessages.of(options, options.timeout().toMillis()).toByteArray());
      assertEquals(options, OptionMessages.read(message), "seed=" + seed);
    }
    TransactionOptions defaults = TransactionOptions.defaults();
    assertEquals(
        Options.getDefaultInstance(),
        OptionMessages.of(defaults, defaults.timeout().toMillis()),
        "default values must not be sent");
  }

  private static TraceContext trace(SplittableRandom random) {
    return new TraceContext(
        String.format(
            "00-%016x%016x-%016x-%02x",
            random.nextLong(),
            random.nextLong(1, 1 << 20),
            random.nextLong(1, 1 << 20),
            random.nextInt(256)),
        "vendor=" + "x".repeat(random.nextInt(505)));
  }

  @Test
  void optionsOutOfTheirRangeAreRefused() {
    assertEquals(ErrorCode.BAD_CONFIG, refusalOf(Options.newBuilder().setTimeoutMs(0).build()));
    assertEquals(ErrorCode.BAD_CONFIG, refusalOf(Options.newBuilder().setTimeoutMs(-1).build()));
    assertEquals(ErrorCode.BAD_CONFIG, refusalOf(Options.newBuilder().setMaxAttempts(-1).build()));
    assertEquals(ErrorCode.BAD_CONFIG, refusalOf(Options.newBuilder().setWeight(0).build()));
    assertEquals(ErrorCode.BAD_CONFIG, refusalOf(Options.newBuilder().setPriorityValue(9).build()));
    assertEquals(
        ErrorCode.BAD_ID,
        refusalOf(Options.newBuilder().setId(ByteString.copyFrom(new byte[15])).build()));
    assertEquals(
        ErrorCode.BAD_CONFIG, refusalOf(Options.newBuilder().setTraceparent("00-1-1-01").build()));
    assertEquals(
        ErrorCode.BAD_CONFIG,
        refusalOf(
            Options.newBuilder()
                .setTraceparent("00-" + "1".repeat(32) + "-" + "2".repeat(16) + "-01")
                .setTracestate("x".repeat(TraceContext.MAX_TRACESTATE + 1))
                .build()));
  }

  private static ErrorCode refusalOf(Options message) {
    return assertThrows(YardmasterException.class, () -> OptionMessages.read(message)).code();
  }

  @Test
  void outcomes() throws InvalidProtocolBufferException {
    for (int seed = 0; seed < CASES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ConflictReport conflict =
          random.nextBoolean()
              ? null
              : new ConflictReport(
                  key(random),
                  AbortCause.values()[random.nextInt(7)],
                  random.nextLong(),
                  random.nextLong(),
                  random.nextLong());
      Outcome<byte[]> outcome =
          random.nextBoolean()
              ? new Outcome.Committed<>(
                  null, random.nextLong(), random.nextLong(), random.nextInt(1 << 30), conflict)
              : new Outcome.Aborted<>(
                  AbortCause.values()[random.nextInt(7)],
                  text(random),
                  random.nextInt(1 << 30),
                  conflict);
      Response response =
          Response.parseFrom(OutcomeMessages.of(seed + 1, outcome, (v, m) -> {}).toByteArray());
      assertEquals(outcome, OutcomeMessages.read(response, m -> null), "seed=" + seed);
      assertEquals(seed + 1, response.getRequestId());
    }
  }

  @Test
  void errorsKeepCodeTextAndDetails() throws InvalidProtocolBufferException {
    for (ErrorCode code : ErrorCode.values()) {
      YardmasterException error =
          new YardmasterException(
              code, "text", "limit", 5, YardmasterException.RETRY_AFTER_MS, 250, "found", "é");
      YardmasterException read =
          ErrorMessages.read(Error.parseFrom(ErrorMessages.of(error).toByteArray()));
      assertEquals(code, read.code());
      assertEquals("text", read.text());
      assertEquals(error.details(), read.details());
      assertEquals(Duration.ofMillis(250), read.retryAfter().orElseThrow());
      Outcome<Object> rejected = new Outcome.Rejected<>(error);
      Outcome<Object> unknown = new Outcome.Unknown<>(error);
      assertTrue(
          OutcomeMessages.read(OutcomeMessages.of(1, rejected, (v, m) -> {}), m -> null)
              instanceof Outcome.Rejected);
      assertTrue(
          OutcomeMessages.read(OutcomeMessages.of(1, unknown, (v, m) -> {}), m -> null)
              instanceof Outcome.Unknown);
    }
  }

  @Test
  void whatALaterVersionSaysIsStillAnError() {
    Error later = Error.newBuilder().setCode("OUT_OF_COFFEE").setText("brew").build();
    YardmasterException read = ErrorMessages.read(later);
    assertEquals(ErrorCode.BAD_MESSAGE, read.code());
    assertEquals("OUT_OF_COFFEE", read.details().get("code"));
    assertNull(ErrorMessages.codeOf("OUT_OF_COFFEE"));
    Response odd =
        Response.newBuilder()
            .setAborted(dev.yardmaster.wire.schema.Aborted.newBuilder().setCause("BOREDOM"))
            .build();
    for (Response bad : java.util.List.of(odd, Response.getDefaultInstance())) {
      assertEquals(
          ErrorCode.BAD_MESSAGE,
          assertThrows(YardmasterException.class, () -> OutcomeMessages.read(bad, m -> null))
              .code());
    }
  }

  @Test
  void longTextsAreCut() {
    String text =
        ErrorMessages.of(new YardmasterException(ErrorCode.LOGIC_FAILED, "x".repeat(100_000)))
            .getText();
    assertTrue(text.length() < 5_000 && text.endsWith("(100000 characters)"), text);
  }
}
