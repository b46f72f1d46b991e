package dev.yardmaster.kotlin

import dev.yardmaster.api.AbortCause
import dev.yardmaster.api.ErrorCode
import dev.yardmaster.api.Key
import dev.yardmaster.api.KeyDeclaration
import dev.yardmaster.api.Outcome
import dev.yardmaster.api.Procedure
import dev.yardmaster.api.Transaction
import dev.yardmaster.api.TransactionId
import dev.yardmaster.api.TransactionIds
import dev.yardmaster.api.TransactionOptions
import dev.yardmaster.api.TransactionService
import dev.yardmaster.api.YardmasterException
import dev.yardmaster.api.table.Table
import dev.yardmaster.client.ClientConfig
import dev.yardmaster.client.YardmasterClient
import dev.yardmaster.client.testing.FakeTransactionService
import dev.yardmaster.client.testing.ManualTime
import dev.yardmaster.processor.Pipeline
import dev.yardmaster.processor.PipelineConfig
import dev.yardmaster.server.YardmasterServer
import dev.yardmaster.server.config.ServerConfig
import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.future.await
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout

// snippet: procedure
object Deposit : Procedure<Long, Long> {
    private val balance = Key.of("checking", 17)

    override fun name() = "deposit"

    override fun declare(argument: Long, keys: KeyDeclaration) {
        keys.update(balance)
    }

    override fun execute(argument: Long, transaction: Transaction): Long {
        val sum = transaction.getLong(balance) + argument
        transaction.putLong(balance, sum)
        return sum
    }
}
// end

// snippet: record
@JvmRecord
data class Order(val article: String, val cents: Long)

val orders: Table<Order> = Table.of("orders", Order::class.java)
// end

/** Compiles and runs the code of the guide to Kotlin, and compares the guide with this code. */
@Timeout(60)
class KotlinGuideTest {

    private val balance = Key.of("checking", 17)

    private fun started(): TransactionService = Pipeline.start(PipelineConfig.defaults())

    @Test
    fun first() {
        // snippet: first
        val left: Long =
            Pipeline.start(PipelineConfig.defaults()).use { service ->
                service.execute { transaction ->
                    val balance = transaction.getLong(Key.of("checking", 17))
                    transaction.putLong(Key.of("checking", 17), balance - 5)
                    balance - 5
                }
            }
        println("left: $left")
        // end
        assertEquals(-5, left)
    }

    @Test
    fun aValueMayBeAbsent() =
        started().use { service ->
            // snippet: nullable
            val name: String =
                service.execute { transaction ->
                    val bytes: ByteArray? = transaction.get(Key.of("names", 17))
                    bytes?.decodeToString() ?: "unknown"
                }
            val article: String? =
                service.execute<String?> { transaction -> orders.get(transaction, 9)?.article }
            // end
            assertEquals("unknown", name)
            assertNull(article)
            service.execute { transaction -> orders.put(transaction, 9, Order("pen", 250)) }
            assertEquals(Order("pen", 250), service.execute { orders.get(it, 9)!! })
        }

    // snippet: outcome
    fun describe(outcome: Outcome<Long>): String =
        when (outcome) {
            is Outcome.Committed -> "left: ${outcome.value()}"
            is Outcome.Aborted -> "not now: ${outcome.reason()}"
            is Outcome.Rejected -> "mend it: ${outcome.error().text()}"
            is Outcome.Unknown -> "ask by its id: ${outcome.error().code()}"
        }
    // end

    @Test
    fun theCompilerKnowsAllOutcomes() =
        started().use { service ->
            val aborted: Outcome<Long> =
                service.execute(
                    { transaction -> throw transaction.abort("too little money") },
                    TransactionOptions.defaults(),
                )
            assertEquals("not now: too little money", describe(aborted))
            assertEquals("left: 7", describe(Outcome.Committed(7L, 1, 1, 0, null)))
            assertEquals(
                "mend it: full",
                describe(Outcome.Rejected(YardmasterException(ErrorCode.OVERLOADED, "full"))),
            )
            assertEquals(
                AbortCause.USER,
                (aborted as Outcome.Aborted).cause(),
            )
        }

    @Test
    fun aCoroutineWaitsWithoutAThread() =
        started().use { service ->
            service.register(Deposit)
            runBlocking {
                // snippet: concurrent
                val balances: List<Long> = coroutineScope {
                    (1..100).map { async { service.await(Deposit, 5L) } }.awaitAll()
                }
                println("left: ${balances.max()}")
                // end
                assertEquals((1..100).map { it * 5L }, balances.sorted())
            }
        }

    @Test
    fun aCancelledWaitDoesNotStopTheTransaction() {
        val time = ManualTime()
        val service = FakeTransactionService(time)
        service.register(Deposit)
        service.delayNext(Duration.ofSeconds(3))
        runBlocking {
            val ids = TransactionIds.ofThisMachine()
            // snippet: cancel
            val id: TransactionId = ids.next()
            val waiting =
                launch(start = CoroutineStart.UNDISPATCHED) {
                    service.await(Deposit, 5L, TransactionOptions.defaults().withId(id))
                }
            waiting.cancelAndJoin()
            // end
            time.advance(Duration.ofSeconds(3))
            // snippet: status
            val committed: Boolean = service.status(id).await().valueOrThrow().isCommitted
            // end
            assertTrue(committed)
        }
        assertEquals(5L, service.execute { it.getLong(balance) })
    }

    private fun withClient(use: suspend (YardmasterClient) -> Unit) {
        val config =
            ServerConfig.builder().set("listen", "127.0.0.1:0").set("admin.listen", "none").build()
        YardmasterServer.start(config, listOf()).use { server ->
            val address = "127.0.0.1:${server.address().port}"
            YardmasterClient.connect(ClientConfig.of(address)).use { runBlocking { use(it) } }
        }
    }

    @Test
    fun suspendingLogicIsATransaction() = withClient { client ->
        // snippet: suspending
        val left: Long =
            client.transaction { transaction ->
                val both =
                    transaction.getAll(listOf(Key.of("checking", 1), Key.of("savings", 1))).await()
                val known = both.values.count { it != null }
                val balance = transaction.getLong(Key.of("checking", 17)).await()
                transaction.putLong(Key.of("checking", 17), balance - 5)
                balance - 5 + known
            }
        // end
        assertEquals(-5, left)
    }

    @Test
    fun afterAConflictSuspendingLogicRunsAgain() = withClient { client ->
        val runs = AtomicInteger()
        val sum: Long =
            client.transaction { transaction ->
                val before = transaction.getLong(balance).await()
                if (runs.incrementAndGet() == 1) {
                    client.transaction { other -> other.putLong(balance, 100) }
                }
                transaction.putLong(balance, before + 1)
                before + 1
            }
        assertEquals(101, sum)
        assertEquals(2, runs.get())
    }

    @Test
    fun theCallerGetsTheFailureOfItsLogic() = withClient { client ->
        val thrown =
            assertThrows(YardmasterException::class.java) {
                runBlocking {
                    client.transaction<Unit> { transaction ->
                        transaction.putLong(balance, 1_000)
                        throw transaction.abort("too little money")
                    }
                }
            }
        assertEquals(ErrorCode.ABORTED, thrown.code())
        assertEquals(0L, client.transaction { it.getLong(balance).await() })
    }

    @Test
    fun cancelledLogicWritesNothing() = withClient { client ->
        coroutineScope {
            val begun = CompletableDeferred<Unit>()
            val waiting = launch {
                client.transaction { transaction ->
                    transaction.putLong(balance, 1_000)
                    begun.complete(Unit)
                    awaitCancellation()
                }
            }
            begun.await()
            waiting.cancelAndJoin()
        }
        assertEquals(0L, client.transaction { it.getLong(balance).await() })
    }

    @Test
    fun thePageShowsTheCode() {
        val code = Regex("// snippet: (\\w+)\n(.*?)// end", RegexOption.DOT_MATCHES_ALL)
        val snippets =
            listOf("KotlinGuideTest.kt", "Suspending.kt")
                .map { Files.readString(Path.of("src/test/kotlin/dev/yardmaster/kotlin", it)) }
                .flatMap { code.findAll(it) }
                .associate { it.groupValues[1] to words(it.groupValues[2]) }
        val page = Files.readString(Path.of("../docs/guide-kotlin.md"))
        val shown =
            Regex("(?:<!-- snippet: (\\w+) -->\n)?```kotlin\n(.*?)```", RegexOption.DOT_MATCHES_ALL)
                .findAll(page)
                .associate { it.groupValues[1] to words(it.groupValues[2]) }
        assertEquals(snippets.toSortedMap(), shown.toSortedMap())
    }

    private fun words(code: String) = code.replace(Regex("\\s+"), "")
}
