package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class BasicWriterTest {

  @Test
  void partsAreWrittenLikeTheValue() {
    BasicWriter writer = new BasicWriter();
    writer.beginList(7);
    writer.writeText("a");
    writer.writeBoolean(true);
    writer.writeInt(1);
    writer.writeLong(2);
    writer.writeDouble(3.5);
    writer.writeBytes(new byte[] {7});
    writer.beginList(0);
    writer.endList();
    writer.endList();
    byte[] bytes = writer.toBytes();
    assertArrayEquals(
        ValueCodec.basic().encode(List.of("a", true, 1, 2L, 3.5, new byte[] {7}, List.of())),
        bytes);
    BasicReader reader = new BasicReader(bytes);
    assertEquals(7, reader.beginList());
    assertEquals("a", reader.readText());
    assertEquals(true, reader.readBoolean());
    assertEquals(1, reader.readInt(0, 1));
    assertEquals(2L, reader.readLong());
    assertEquals(3.5, reader.readDouble());
    assertArrayEquals(new byte[] {7}, reader.readBytes());
    assertEquals(0, reader.beginList());
    reader.endList();
    reader.endList();
    reader.end();
  }

  @Test
  void theLongestValueIsNamed() {
    BasicWriter writer = new BasicWriter(4, 100);
    writer.beginList(3);
    writer.writeBytes(new byte[40]);
    writer.writeBytes(new byte[45]);
    YardmasterException error =
        assertThrows(YardmasterException.class, () -> writer.writeBytes(new byte[1]));
    assertEquals(ErrorCode.BAD_VALUE, error.code());
    assertEquals("106 bytes", error.details().get("length"));
    assertEquals("an encoded value has at most 100 bytes", error.text());
  }
}
