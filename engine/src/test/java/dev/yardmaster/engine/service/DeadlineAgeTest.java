package dev.yardmaster.engine.service;

import dev.yardmaster.api.TransactionOptions;

/** Under a protocol for deadlines, a transaction is as old as its deadline. */
class DeadlineAgeTest extends ArrivalAgeTest {

  @Override
  String protocol() {
    return "plor-rt";
  }

  @Override
  long unitsAfterArrival() {
    return TransactionOptions.defaults().timeout().toNanos() / UNIT_NS;
  }
}
