package dev.yardmaster.proof.wirefuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever a server sends, every transaction of a client ends. */
@Timeout(180)
class ClientFuzzTest {

  @Test
  void everyTransactionEndsWhateverTheServerSays() throws Exception {
    assertTrue(new ClientFuzz(20_261_121).run(600) > 300);
  }
}
