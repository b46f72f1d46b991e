package dev.yardmaster.benchmarks.workload.smallbank;

import dev.yardmaster.api.Key;

/** The keys of a customer's two accounts; each holds an amount in cents. */
final class Account {

  private Account() {}

  static Key checking(int customer) {
    return Key.of("checking", customer);
  }

  static Key savings(int customer) {
    return Key.of("savings", customer);
  }
}
