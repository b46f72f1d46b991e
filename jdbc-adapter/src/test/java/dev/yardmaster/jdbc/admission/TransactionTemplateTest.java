package dev.yardmaster.jdbc.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.sql.RowUse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TransactionTemplateTest {
  private static final long ACCOUNTS = 100;
  private static final long SAVINGS = 200;
  private static final long LOG = 300;

  private final TransactionTemplate template = new TransactionTemplate();

  private static RowUse read(long table, long row) {
    return new RowUse(table, row, false);
  }

  private static RowUse write(long table, long row) {
    return new RowUse(table, row, true);
  }

  private Set<RowUse> predicted(RowUse... sofar) {
    return new HashSet<>(template.predict(List.of(sofar)));
  }

  private boolean predictsLog() {
    return predicted(read(ACCOUNTS, 7)).stream().anyMatch(row -> row.table() == LOG);
  }

  private void learn(int times, RowUse... rows) {
    for (int i = 0; i < times; i++) {
      template.learn(List.of(rows));
    }
  }

  @Test
  void nothingIsPredictedBeforeSomethingIsLearned() {
    assertEquals(Set.of(read(ACCOUNTS, 1)), predicted(read(ACCOUNTS, 1)));
    assertEquals(Set.of(), predicted());
  }

  @Test
  void rowsOfOtherTablesWithTheSameKeyArePredicted() {
    learn(1, read(ACCOUNTS, 1), write(SAVINGS, 1));
    assertTrue(predicted(read(ACCOUNTS, 7)).contains(write(SAVINGS, 7)));
    assertFalse(
        predicted(read(ACCOUNTS, 7)).contains(write(ACCOUNTS, 7)),
        "a row that was only read must not be predicted as written");
  }

  @Test
  void keysAreToldApartByTheOrderInWhichTheyAreNamed() {
    learn(1, read(ACCOUNTS, 1), read(ACCOUNTS, 2), write(SAVINGS, 2));
    assertFalse(
        predicted(read(ACCOUNTS, 8)).contains(write(SAVINGS, 8)),
        "the savings must be predicted only for the second key");
    Set<RowUse> both = predicted(read(ACCOUNTS, 8), read(ACCOUNTS, 9));
    assertTrue(both.contains(write(SAVINGS, 9)));
    assertFalse(both.contains(write(SAVINGS, 8)));
  }

  @Test
  void aReadThatIsFollowedByAWriteOfTheSameRowIsAWrite() {
    learn(1, read(ACCOUNTS, 1), write(ACCOUNTS, 1));
    assertTrue(predicted(read(ACCOUNTS, 7)).contains(write(ACCOUNTS, 7)));
  }

  @Test
  void whatIsRareIsNotPredicted() {
    learn(1, read(ACCOUNTS, 1), write(LOG, 1));
    learn(8, read(ACCOUNTS, 1));
    assertTrue(predicted(read(ACCOUNTS, 7)).contains(write(LOG, 7)), "one of 9");
    learn(2, read(ACCOUNTS, 1));
    assertFalse(predictsLog(), "one of 11");
  }

  @Test
  void aRowThatIsUsedTwiceCountsOnce() {
    learn(1, read(ACCOUNTS, 1), write(LOG, 1), write(LOG, 1), write(LOG, 1), write(LOG, 1));
    learn(10, read(ACCOUNTS, 1));
    assertFalse(predictsLog(), "one of 11");
  }

  @Test
  void whatIsRarelyWrittenIsPredictedAsRead() {
    learn(1, write(ACCOUNTS, 1));
    learn(10, read(ACCOUNTS, 1));
    Set<RowUse> expected = new HashSet<>(template.predict(List.of(read(LOG, 7))));
    assertTrue(expected.contains(read(ACCOUNTS, 7)));
    assertFalse(expected.contains(write(ACCOUNTS, 7)));
  }

  @Test
  void oldTransactionsAreForgotten() {
    learn(600, read(ACCOUNTS, 1), write(SAVINGS, 1));
    learn(256, read(ACCOUNTS, 1), write(LOG, 1));
    assertTrue(predicted(read(ACCOUNTS, 7)).contains(write(LOG, 7)), "the new way");
    assertTrue(
        predicted(read(ACCOUNTS, 7)).contains(write(SAVINGS, 7)),
        "the old use must still be predicted");
    learn(3 * 256, read(ACCOUNTS, 1), write(LOG, 1));
    assertFalse(predicted(read(ACCOUNTS, 7)).contains(write(SAVINGS, 7)));
    assertTrue(predicted(read(ACCOUNTS, 7)).contains(write(LOG, 7)));
  }

  @Test
  void noMoreIsLearnedThanThereIsRoomFor() {
    List<RowUse> many = new ArrayList<>();
    for (int table = 0; table < 100; table++) {
      many.add(write(table, 1));
    }
    template.learn(many);
    assertEquals(32, template.predict(List.of(read(1_000, 7))).size() - 1);

    TransactionTemplate ofManyKeys = new TransactionTemplate();
    List<RowUse> keys = new ArrayList<>();
    for (int key = 0; key < 100; key++) {
      keys.add(write(ACCOUNTS, key));
    }
    ofManyKeys.learn(keys);
    assertEquals(
        8, ofManyKeys.predict(keys).size() - keys.size(), "the template must distinguish 8 keys");
  }

  @Test
  void roomIsMadeForNewUsesByForgettingOldOnes() {
    List<RowUse> many = new ArrayList<>();
    for (int table = 0; table < 32; table++) {
      many.add(write(table, 1));
    }
    template.learn(many);
    learn(1_024, read(0, 1));
    learn(256, read(0, 1), write(LOG, 1));
    assertTrue(predicted(read(0, 7)).contains(write(LOG, 7)));
  }
}
