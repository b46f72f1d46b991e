package dev.yardmaster.client.testing;

import dev.yardmaster.api.TransactionOptions;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that was submitted to a {@link FakeTransactionService}.
 *
 * @param logic the procedure's name, {@code yardmaster.one-shot}, or empty for a lambda
 * @param argument the procedure's argument, the {@code OneShot}, or null for a lambda
 * @param options the options of the transaction
 */
public record Submitted(String logic, @Nullable Object argument, TransactionOptions options) {}
