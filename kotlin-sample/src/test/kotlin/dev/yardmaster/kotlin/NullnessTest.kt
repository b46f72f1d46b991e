package dev.yardmaster.kotlin

import java.io.ByteArrayOutputStream
import java.io.PrintStream
import java.nio.file.Files
import java.nio.file.Path
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir

/**
 * Checks that the compiler refuses code that ignores null. Each line below ignores it once; of a
 * method without annotations, the line would compile.
 */
@Timeout(120)
class NullnessTest {

    @TempDir private lateinit var folder: Path

    private val errors =
        listOf(
            // Results that can be null.
            "val a: ByteArray = transaction.get(key)",
            "val b: Int = transaction.getAll(listOf(key)).getValue(key).size",
            "val c: ByteArray = snapshot.get(key)",
            "val d: Order = orders.get(transaction, 9)",
            "val e: ConflictReport = (outcome as Outcome.Aborted).lastConflict()",
            "val f: TransactionId = TransactionOptions.defaults().id()",
            "val g: String = service.execute<String?> { null }",
            "val h: ByteArray = asynchronous.get(key).join()",
            // Parameters that cannot be null.
            "transaction.put(key, null)",
            "transaction.scan(null, null, 1)",
            "service.register(null)",
            "Key.of(\"checking\", null as String?)",
            "orders.encode(null)",
            "TransactionOptions.defaults().withTimeout(null)",
            "Pipeline.start(null)",
            "PipelineConfig.builder().durability(null)",
            "ClientConfig.of(null)",
            "ClientConfig.builder().token(null)",
            "client.begin(null)",
            "service.readOnly(null)",
            "OneShot.builder().put(key, null)",
        )

    /** Lines that the compiler must accept. */
    private val accepted =
        listOf(
            "transaction.scan(key, null, 1)",
            "TransactionOptions.defaults().withId(null)",
            "val y: Order? = orders.get(transaction, 9)",
            "val z: Optional<YardmasterException> = service.refusal()",
        )

    @Test
    fun theCompilerRefusesToIgnoreNull() {
        val header =
            """
            import dev.yardmaster.api.*
            import dev.yardmaster.api.table.Table
            import dev.yardmaster.client.*
            import dev.yardmaster.kotlin.Order
            import dev.yardmaster.kotlin.orders
            import dev.yardmaster.processor.*
            import java.util.Optional
            import java.util.concurrent.CompletionStage

            fun <T> CompletionStage<T>.join(): T = toCompletableFuture().join()

            fun use(
                transaction: Transaction, snapshot: Snapshot, service: TransactionService,
                client: YardmasterClient, asynchronous: AsyncTransaction, outcome: Outcome<Long>,
                key: Key,
            ) {
            """
                .trimIndent()
                .lines()
        val source = folder.resolve("Ignoring.kt")
        Files.write(source, header + errors + accepted + "}")
        val first = header.size + 1
        val failed =
            Regex("Ignoring\\.kt:(\\d+):\\d+: error: (.*)")
                .findAll(compile(source))
                .map { it.groupValues[1].toInt() to it.groupValues[2] }
                .toList()
        failed.forEach { assertTrue(Regex("null|\\?'").containsMatchIn(it.second), it.toString()) }
        assertEquals(
            errors.joinToString("\n"),
            failed.map { it.first }.distinct().sorted().joinToString("\n") {
                (errors + accepted).getOrElse(it - first) { "outside: $failed" }
            },
        )
    }

    private fun compile(source: Path): String {
        val printed = ByteArrayOutputStream()
        K2JVMCompiler()
            .exec(
                PrintStream(printed),
                "-Xjspecify-annotations=strict",
                "-nowarn",
                "-no-stdlib",
                "-no-reflect",
                "-jvm-target",
                "17",
                "-classpath",
                System.getProperty("java.class.path"),
                "-d",
                folder.resolve("classes").toString(),
                source.toString(),
            )
        return printed.toString()
    }
}
