package dev.yardmaster.jdbc.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RowHashTest {
  private static final LocalDateTime NOON = LocalDateTime.of(2026, 7, 1, 12, 0, 0, 5_000);
  private static final UUID ID = new UUID(0x123456789abcdefL, -1);

  private final RowHash hash = new RowHash(1, 2);

  @Test
  void valuesOfOneRowHashAlike() {
    for (List<Object> same :
        List.<List<Object>>of(
            List.of(
                5, 5L, (short) 5, (byte) 5, 5.0, 5f, BigInteger.valueOf(5), new BigDecimal("5.00")),
            List.of(-500, new BigDecimal("-5E2"), -500.0),
            List.of(new BigDecimal("2.50"), 2.5, 2.5f),
            List.of(Long.MAX_VALUE, BigInteger.valueOf(Long.MAX_VALUE)),
            List.of(Long.MIN_VALUE, new BigDecimal(Long.MIN_VALUE)),
            List.of("x", 'x'),
            List.of(ID, ID.toString()),
            List.of(Date.valueOf("2026-07-01"), LocalDate.of(2026, 7, 1)),
            List.of(Time.valueOf("12:00:00"), LocalTime.NOON),
            List.of(Timestamp.valueOf(NOON), NOON),
            List.of(
                Instant.EPOCH,
                Instant.EPOCH.atOffset(ZoneOffset.ofHours(3)),
                Instant.EPOCH.atZone(ZoneOffset.UTC)),
            List.of(new byte[] {1, 2, 3}, new byte[] {1, 2, 3}))) {
      RowUse first = hash.read("accounts", same.get(0));
      for (Object value : same) {
        assertEquals(first, hash.read("accounts", value), value.getClass() + " " + value);
      }
    }
  }

  @Test
  void differentRowsHashApart() {
    Set<Long> seen = new HashSet<>();
    List<Object[]> keys =
        List.of(
            new Object[] {5},
            new Object[] {"5"},
            new Object[] {0},
            new Object[] {5, 0},
            new Object[] {0, 5},
            new Object[] {5.5},
            new Object[] {true},
            new Object[] {false},
            new Object[] {"ab", "c"},
            new Object[] {"a", "bc"},
            new Object[] {"abc"},
            new Object[] {""},
            new Object[] {"", ""},
            new Object[] {new byte[] {0}},
            new Object[] {new byte[] {0, 0}},
            new Object[] {BigInteger.ONE.shiftLeft(64)},
            new Object[] {BigInteger.ONE.shiftLeft(65)},
            new Object[] {LocalDate.EPOCH},
            new Object[] {Instant.EPOCH});
    for (Object[] key : keys) {
      assertTrue(seen.add(hash.read("accounts", key).fingerprint()), List.of(key).toString());
      assertTrue(seen.add(hash.read("items", key).fingerprint()), List.of(key).toString());
    }
  }

  @Test
  void manyRowsDoNotCollide() {
    Set<Long> seen = new HashSet<>();
    for (int row = 0; row < 100_000; row++) {
      seen.add(hash.written("accounts", row).fingerprint());
      seen.add(hash.written("savings", row).fingerprint());
    }
    assertEquals(200_000, seen.size());
  }

  @Test
  void everyBitOfAHashDependsOnTheKey() {
    Random random = new Random(3);
    long zeros = 0;
    long ones = 0;
    for (int i = 0; i < 1_000; i++) {
      RowHash other = new RowHash(random.nextLong(), random.nextLong());
      long row = other.read("accounts", 5).row();
      assertNotEquals(hash.read("accounts", 5).row(), row);
      ones |= row;
      zeros |= ~row;
    }
    assertEquals(-1, ones & zeros);
  }

  @Test
  void namesOfTablesAreComparedWithoutSchemaQuotesAndCase() {
    RowUse row = hash.written("accounts", 5);
    for (String table :
        List.of("Accounts", "bank.accounts", "\"bank\".\"Accounts\"", "`ACCOUNTS`")) {
      assertEquals(row, hash.written(table, 5), table);
    }
  }

  @Test
  void aKeyWithoutContentIsRefused() {
    for (Object value :
        new Object[] {null, new Object(), new int[1], Double.NaN, "x".repeat(5_000)}) {
      assertThrows(IllegalArgumentException.class, () -> hash.read("accounts", value));
    }
    assertThrows(IllegalArgumentException.class, () -> hash.read("accounts"));
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> hash.read("accounts", 1, null));
    assertEquals(
        "the key does not identify a row: table=accounts key=[1, null]", error.getMessage());
  }
}
