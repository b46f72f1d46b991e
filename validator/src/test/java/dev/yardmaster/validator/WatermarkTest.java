package dev.yardmaster.validator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WatermarkTest {

  @Test
  void stopsBeforeTheFirstVersionThatIsNotInstalled() {
    Watermark watermark = new Watermark(8);
    watermark.installed(2);
    watermark.installed(3);
    watermark.advance();
    assertEquals(0, watermark.get());
    watermark.installed(1);
    watermark.advance();
    assertEquals(3, watermark.get());
  }

  @Test
  void hasRoomForItsWindowOnly() {
    Watermark watermark = new Watermark(8);
    assertTrue(watermark.hasRoom(8));
    assertFalse(watermark.hasRoom(9));
    for (long version = 1; version <= 5; version++) {
      assertEquals(version, watermark.issue());
    }
    assertFalse(watermark.hasRoom(4));
    assertEquals(5, watermark.lag());
    watermark.installed(1);
    watermark.advance();
    assertTrue(watermark.hasRoom(4));
    assertEquals(4, watermark.lag());
  }

  @Test
  void reachesTheEndWhateverTheOrder() {
    for (long seed = 1; seed <= 50; seed++) {
      Random random = new Random(seed);
      Watermark watermark = new Watermark(16);
      long issued = 0;
      List<Long> open = new ArrayList<>();
      while (issued < 1000 || !open.isEmpty()) {
        if (issued < 1000 && watermark.hasRoom(1) && random.nextBoolean()) {
          issued = watermark.issue();
          open.add(issued);
        } else if (!open.isEmpty()) {
          Collections.shuffle(open, random);
          watermark.installed(open.remove(open.size() - 1));
        }
        watermark.advance();
        long lowestOpen = open.isEmpty() ? issued + 1 : Collections.min(open);
        assertEquals(lowestOpen - 1, watermark.get(), "seed=" + seed + " issued=" + issued);
      }
    }
  }

  @Test
  void aVersionIsInstalledFromItsReportOnAndBelowTheMark() {
    Watermark mark = new Watermark(2);
    mark.issue();
    mark.issue();
    mark.installed(2);
    assertTrue(mark.isInstalled(2), "above the mark");
    assertFalse(mark.isInstalled(1));
    mark.installed(1);
    mark.advance();
    mark.installed(3);
    assertTrue(mark.isInstalled(1), "version 3 has taken the place of version 1");
  }
}
