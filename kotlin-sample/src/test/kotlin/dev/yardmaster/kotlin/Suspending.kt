package dev.yardmaster.kotlin

import dev.yardmaster.api.Procedure
import dev.yardmaster.api.TransactionOptions
import dev.yardmaster.api.TransactionService
import dev.yardmaster.client.AsyncLogic
import dev.yardmaster.client.AsyncTransaction
import dev.yardmaster.client.YardmasterClient
import kotlinx.coroutines.future.await
import kotlinx.coroutines.future.future
import kotlinx.coroutines.supervisorScope

// snippet: await
/** Submits a procedure, and suspends until its result is known. */
suspend fun <A, R> TransactionService.await(
    procedure: Procedure<A, R>,
    argument: A,
    options: TransactionOptions = TransactionOptions.defaults(),
): R = submit(procedure, argument, options).await().valueOrThrow()
// end

// snippet: transaction
/** Runs suspending logic as a transaction. After a conflict, the logic runs again. */
suspend fun <R> YardmasterClient.transaction(
    options: TransactionOptions = TransactionOptions.defaults(),
    logic: suspend (AsyncTransaction) -> R,
): R = supervisorScope {
    val run = AsyncLogic<R> { transaction -> future { logic(transaction) } }
    submit(run, options).await().valueOrThrow()
}
// end
