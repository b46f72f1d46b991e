package dev.yardmaster.api.outcome;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeRecordTest {

  @Test
  void whatIsKeptUnderAnIdIsReadBackOrIsDamaged() {
    OutcomeRecord record = OutcomeRecord.committed(1L << 50, "prozedür", new byte[] {1, 2});
    byte[] encoded = record.encoded();
    OutcomeRecord back = OutcomeRecord.of(encoded);
    assertEquals(OutcomeRecord.Kind.COMMITTED, back.kind());
    assertEquals(1L << 50, back.transactionId());
    assertEquals("prozedür", back.logic());
    assertArrayEquals(new byte[] {1, 2}, back.result());
    assertEquals(
        "reason", OutcomeRecord.of(OutcomeRecord.aborted(1, "", "reason").encoded()).reason());
    for (byte[] bad :
        List.of(
            new byte[0],
            new byte[12],
            new byte[] {1, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            new byte[] {1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1})) {
      assertEquals(
          ErrorCode.DAMAGED,
          assertThrows(YardmasterException.class, () -> OutcomeRecord.of(bad)).code());
    }
  }

  /** Later versions must read existing records, so these bytes must not change. */
  @Test
  void theLayoutIsAsItAlwaysWas() {
    assertEquals(
        "01" + "01" + "0000000000000102" + "0003" + "616464" + "0708",
        hex(OutcomeRecord.committed(0x102, "add", new byte[] {7, 8})));
    assertEquals(
        "01" + "02" + "0000000000000001" + "0000" + "6e6f",
        hex(OutcomeRecord.aborted(1, "", "no")));
    assertEquals(
        "01" + "03" + "0000000000000001" + "0001" + "70" + "07" + "4241445f4b4559" + "77726f6e67",
        hex(OutcomeRecord.rejected(1, "p", new YardmasterException(ErrorCode.BAD_KEY, "wrong"))));
    assertEquals("01" + "04" + "0000000000000001" + "0000", hex(OutcomeRecord.fenced(1)));
  }

  private static String hex(OutcomeRecord record) {
    return HexFormat.of().formatHex(record.encoded());
  }
}
