package dev.yardmaster.engine.service;

import dev.yardmaster.api.TransactionOptions;

/** Tests that under a protocol for deadlines, the age of a transaction counts from its deadline. */
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
