package dev.yardmaster.workloads.smallbank;

import dev.yardmaster.api.Key;

/** The keys of a customer's two accounts. The value of each account is an amount in cents. */
public final class Account {

  private Account() {}

  /** Returns the key of the checking account. */
  public static Key checking(int customer) {
    return Key.of("checking", customer);
  }

  /** Returns the key of the savings account. */
  public static Key savings(int customer) {
    return Key.of("savings", customer);
  }
}
