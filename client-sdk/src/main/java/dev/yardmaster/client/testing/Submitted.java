package dev.yardmaster.client.testing;

import dev.yardmaster.api.TransactionOptions;

/**
 * A transaction submitted to a {@link FakeTransactionService}.
 *
 * @param logic the procedure's name, {@code yardmaster.one-shot}, or empty for a lambda
 * @param argument the procedure's argument, the {@code OneShot}, or null for a lambda
 * @param options its options
 */
public record Submitted(String logic, Object argument, TransactionOptions options) {}
