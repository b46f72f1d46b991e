package dev.yardmaster.proof.wirefuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that every transaction of a client ends, whatever messages the server sends. */
@Timeout(180)
class ClientFuzzTest {

  @Test
  void everyTransactionEndsWhateverTheServerSays() throws Exception {
    assertTrue(new ClientFuzz(20_261_121).run(200) > 100);
  }

  @Tag("slow")
  @Test
  void everyTransactionEndsWhateverTheServerSaysForLong() throws Exception {
    assertTrue(new ClientFuzz(20_261_121).run(600) > 300);
  }
}
