package dev.yardmaster.validator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.ReorderConfig;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

class BackwardValidationTest {

  private static final ValidatorConfig CONFIG =
      new ValidatorConfig(false, false, 1, 0, 1, 1, false, 1_000, 1_000, ReorderConfig.DEFAULT);

  private final Watermark watermark = new Watermark(8);
  private final BackwardValidation validation =
      new BackwardValidation(
          CONFIG, new CommittedVersions(4), watermark, () -> 0, new ValidatorCounters());

  private static ValidationRequest request(long id) {
    ValidationRequest request = new ValidationRequest(0, new ArrayDeque<>());
    request.begin(id, 0, 1);
    return request;
  }

  private ValidationRequest write(long id, long key) {
    ValidationRequest request = request(id);
    request.write(key, 0);
    assertTrue(validation.decide(request));
    return request;
  }

  @Test
  void versionsCountUpFromOne() {
    assertEquals(1, write(100, 1).commitVersion());
    assertEquals(2, write(101, 2).commitVersion());
  }

  @Test
  void aTransactionThatOnlyReadsTakesNoVersion() {
    ValidationRequest reader = request(100);
    reader.read(1, 0);
    assertTrue(validation.decide(reader));
    assertEquals(Decision.COMMIT, reader.decision());
    assertEquals(0, reader.commitVersion());
    assertEquals(1, write(101, 1).commitVersion());
  }

  @Test
  void aStaleReadNamesKeyVersionAndTransaction() {
    write(100, 1);
    write(101, 2);
    ValidationRequest stale = request(102);
    stale.read(1, 1);
    stale.read(2, 1);
    stale.write(1, 0);
    assertTrue(validation.decide(stale));
    assertEquals(Decision.VALIDATION, stale.decision());
    assertEquals(1, stale.conflictingRead());
    assertEquals(2, stale.foundVersion());
    assertEquals(101, stale.otherTransaction());
    assertEquals(3, write(103, 1).commitVersion(), "an aborted transaction must leave no trace");
  }

  @Test
  void aReadOfItsOwnWrittenKeyIsNoConflict() {
    write(100, 1);
    ValidationRequest update = request(101);
    update.read(1, 1);
    update.write(1, 0);
    assertTrue(validation.decide(update));
    assertEquals(Decision.COMMIT, update.decision());
  }

  @Test
  void aReadBelowTheFloorIsTruncatedUnlessTheWatermarkCoversIt() {
    for (long key = 0; key < 5; key++) {
      write(100 + key, key);
    }
    ValidationRequest old = request(200);
    old.read(77, 0);
    assertTrue(validation.decide(old));
    assertEquals(Decision.TRUNCATED, old.decision());
    ValidationRequest covered = request(201);
    covered.read(77, 1);
    assertTrue(validation.decide(covered));
    assertEquals(Decision.COMMIT, covered.decision());
  }

  @Test
  void waitsWhenTheWatermarkFallsBehind() {
    for (long i = 0; i < 8; i++) {
      assertTrue(validation.hasRoom(1));
      write(i, i);
    }
    assertFalse(validation.hasRoom(1));
    assertEquals(8, validation.watermarkLag());
    watermark.installed(1);
    assertTrue(validation.hasRoom(1));
  }
}
