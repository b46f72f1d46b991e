package dev.yardmaster.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.table.Table;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JsonCodecTest {

  record Account(String owner, long cents) {
    Account {
      if (cents < 0) {
        throw new IllegalArgumentException("in debt");
      }
    }
  }

  record Order(
      UUID id,
      Instant at,
      Duration within,
      LocalDate due,
      BigDecimal price,
      Optional<String> note,
      Map<String, List<Account>> accounts) {}

  private static final JsonCodec<Account> ACCOUNTS = JsonCodec.of(Account.class);
  private static final JsonCodec<Order> ORDERS = JsonCodec.of(Order.class);
  private static final Order ORDER =
      new Order(
          new UUID(1, 2),
          Instant.ofEpochSecond(5, 6),
          Duration.ofMillis(7),
          LocalDate.of(2026, 2, 3),
          new BigDecimal("12.50"),
          Optional.of("zwölf 🙂"),
          Map.of("a", List.of(new Account("Ada", 5))));

  private static byte[] bytes(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  private static ErrorCode refusal(String json) {
    byte[] bytes = bytes(json);
    return assertThrows(YardmasterException.class, () -> ACCOUNTS.decode(bytes)).code();
  }

  @Test
  void valuesComeBack() {
    assertEquals(ORDER, ORDERS.decode(ORDERS.encode(ORDER)));
    assertNull(ORDERS.decode(ORDERS.encode(null)));
    Order empty = new Order(null, null, null, null, null, Optional.empty(), null);
    assertEquals(empty, ORDERS.decode(ORDERS.encode(empty)));
    ObjectMapper mapper = new ObjectMapper();
    JsonCodec<List<Account>> lists =
        JsonCodec.of(mapper, mapper.constructType(new TypeReference<List<Account>>() {}));
    List<Account> list = List.of(new Account("Ada", 5));
    assertEquals(list, lists.decode(lists.encode(list)));
    Table<Account> table = Table.of("accounts", ACCOUNTS);
    assertEquals(
        list.get(0), table.decode(table.key("ada"), bytes("{\"cents\":5,\"owner\":\"Ada\"}")));
  }

  /** These texts are in data directories, so they must not change. */
  @Test
  void theFormatStays() {
    assertEquals(
        "{\"owner\":\"Ada\",\"cents\":5}",
        new String(ACCOUNTS.encode(new Account("Ada", 5)), StandardCharsets.UTF_8));
    assertEquals(
        "{\"id\":\"00000000-0000-0001-0000-000000000002\",\"at\":\"1970-01-01T00:00:05.000000006Z\","
            + "\"within\":\"PT0.007S\",\"due\":\"2026-02-03\",\"price\":12.50,"
            + "\"note\":\"zwölf \\uD83D\\uDE42\",\"accounts\":{\"a\":[{\"owner\":\"Ada\",\"cents\":5}]}}",
        new String(ORDERS.encode(ORDER), StandardCharsets.UTF_8));
  }

  @Test
  void otherTextsAreRefused() {
    assertEquals(new Account("Ada", 0), ACCOUNTS.decode(bytes("{\"owner\":\"Ada\"}")));
    assertEquals(ErrorCode.DAMAGED, refusal("{\"owner\":\"Ada\",\"limit\":5}"));
    assertEquals(ErrorCode.DAMAGED, refusal("{\"owner\":\"Ada\"}{}"));
    assertEquals(ErrorCode.DAMAGED, refusal("{\"cents\":-1}"));
    assertEquals(ErrorCode.DAMAGED, refusal(""));
    assertEquals(ErrorCode.DAMAGED, refusal("[".repeat(100_000)));
    byte[] sound = ORDERS.encode(ORDER);
    for (int length = 0; length < sound.length; length++) {
      byte[] cut = Arrays.copyOf(sound, length);
      assertEquals(
          ErrorCode.DAMAGED,
          assertThrows(YardmasterException.class, () -> ORDERS.decode(cut)).code());
    }
    Random random = new Random(9);
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = sound.clone();
      changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      try {
        var unused = ORDERS.decode(changed);
      } catch (YardmasterException damaged) {
        assertEquals(ErrorCode.DAMAGED, damaged.code());
      }
    }
  }

  record Holder(Object value) {}

  @Test
  void valuesWithoutAnEncodingAreRefused() {
    JsonCodec<Holder> holders = JsonCodec.of(Holder.class);
    YardmasterException error =
        assertThrows(YardmasterException.class, () -> holders.encode(new Holder(new Object())));
    assertEquals(ErrorCode.BAD_VALUE, error.code());
    assertTrue(error.details().get("reason").contains("java.lang.Object"), error::getMessage);
  }
}
