package dev.yardmaster.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TraceContext;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ArgumentBytes;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.ProcedureRegistry;
import dev.yardmaster.api.logic.RegisteredProcedure;
import dev.yardmaster.wire.ErrorMessages;
import dev.yardmaster.wire.KeyMessages;
import dev.yardmaster.wire.OneShotMessages;
import dev.yardmaster.wire.OptionMessages;
import dev.yardmaster.wire.OutcomeMessages;
import dev.yardmaster.wire.schema.Call;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Status;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that the server executes from a single request: calls of procedures, one-shot
 * transactions and queries of outcomes. Any thread may call the methods.
 */
final class RemoteCalls {

  private final ClientState state;
  private final UnaryOperator<TransactionOptions> withId;
  private final ProcedureRegistry<RegisteredProcedure> procedures = new ProcedureRegistry<>();

  /**
   * Creates an object without registered procedures.
   *
   * @param withId adds an id to the options of a transaction that may write
   */
  RemoteCalls(ClientState state, UnaryOperator<TransactionOptions> withId) {
    this.state = state;
    this.withId = withId;
  }

  /** Implements {@link YardmasterClient#register}. */
  void register(Procedure<?, ?> procedure) {
    RegisteredProcedure registered =
        new RegisteredProcedure(ProcedureName.of(procedure), procedure);
    registered.requireTypes();
    boolean unused = procedures.add(registered);
  }

  // The cast is safe, because the codec decodes results of the procedure's type.
  @SuppressWarnings("unchecked")
  <A extends @Nullable Object, R extends @Nullable Object> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    RegisteredProcedure known = procedures.find(procedure);
    if (argument instanceof OneShot oneShot && procedure == OneShot.PROCEDURE) {
      return (CompletionStage<Outcome<R>>) (CompletionStage<?>) submit(oneShot, options);
    }
    if (known == null) {
      return CompletableFuture.completedFuture(ProcedureRegistry.unknown(procedure.name()));
    }
    return (CompletionStage<Outcome<R>>) (CompletionStage<?>) call(known, argument, options);
  }

  CompletionStage<Outcome<@Nullable Object>> submit(
      String name, @Nullable Object argument, TransactionOptions options) {
    if (OneShot.PROCEDURE.name().equals(name) && argument instanceof OneShot oneShot) {
      return submit(oneShot, options).thenApply(outcome -> widened(outcome));
    }
    RegisteredProcedure known = procedures.find(name);
    if (known != null) {
      return call(known, argument, options);
    }
    // The server may know procedures that are not registered at this client.
    ValueCodec<Object> basic = ValueCodec.basic();
    return name == null || !isBasic(argument)
        ? CompletableFuture.completedFuture(ProcedureRegistry.unknown(name))
        : call(name, basic, basic, argument, options);
  }

  // The cast is safe, because the caller only reads the outcome's value.
  @SuppressWarnings("unchecked")
  private static Outcome<Object> widened(Outcome<?> outcome) {
    return (Outcome<Object>) outcome;
  }

  @SuppressWarnings("NullAway") // The basic codec encodes null.
  private static boolean isBasic(@Nullable Object argument) {
    try {
      ValueCodec.basic().encode(argument);
      return true;
    } catch (YardmasterException notBasic) {
      return false;
    }
  }

  private CompletionStage<Outcome<Object>> call(
      RegisteredProcedure known, @Nullable Object argument, TransactionOptions options) {
    return call(known.name(), known.argumentCodec(), known.codec(), argument, options);
  }

  private CompletionStage<Outcome<Object>> call(
      String name,
      ValueCodec<Object> argumentCodec,
      ValueCodec<Object> resultCodec,
      @Nullable Object argument,
      TransactionOptions options) {
    ByteString encoded;
    try {
      encoded = UnsafeByteOperations.unsafeWrap(ArgumentBytes.of(name, argumentCodec, argument));
    } catch (YardmasterException bad) {
      return CompletableFuture.completedFuture(new Outcome.Rejected<>(bad));
    }
    TransactionOptions bounds = withId.apply(options);
    return begin(
        name,
        bounds,
        (requestId, leftMs) ->
            Request.newBuilder()
                .setRequestId(requestId)
                .setCall(
                    Call.newBuilder()
                        .setProcedure(name)
                        .setArgument(encoded)
                        .setOptions(OptionMessages.of(bounds, leftMs)))
                .build(),
        response ->
            OutcomeMessages.read(
                response, committed -> decode(resultCodec, OutcomeMessages.result(committed))),
        true);
  }

  private static Object decode(ValueCodec<Object> codec, byte[] result) {
    try {
      return codec.decode(result);
    } catch (YardmasterException error) {
      throw error;
    } catch (Throwable thrown) { // A procedure's own codec may throw any error.
      throw new YardmasterException(
          ErrorCode.BAD_MESSAGE, "the codec cannot decode the result", thrown);
    }
  }

  CompletionStage<Outcome<OneShot.Result>> submit(OneShot oneShot, TransactionOptions options) {
    var message = OneShotMessages.of(Objects.requireNonNull(oneShot, "oneShot"));
    boolean writes = message.getWritesCount() > 0;
    // A read-only transaction needs no id, because the client can safely send it again.
    TransactionOptions bounds = writes ? withId.apply(options) : options;
    return begin(
        OneShot.PROCEDURE.name(),
        bounds,
        (requestId, leftMs) ->
            Request.newBuilder()
                .setRequestId(requestId)
                .setOneShot(message.setOptions(OptionMessages.of(bounds, leftMs)))
                .build(),
        response ->
            OutcomeMessages.read(
                response,
                committed -> oneShot.resultOf(KeyMessages.readValues(committed.getValuesList()))),
        writes || bounds.id() != null);
  }

  CompletionStage<Outcome<TransactionStatus>> status(
      TransactionId id, @Nullable TraceContext trace) {
    Objects.requireNonNull(id, "id");
    return begin(
        "yardmaster.status",
        TransactionOptions.defaults(),
        (requestId, leftMs) ->
            OptionMessages.traced(
                    Request.newBuilder().setRequestId(requestId).setStatus(OptionMessages.ofId(id)),
                    trace)
                .build(),
        response -> status(id, response),
        false);
  }

  private Outcome<TransactionStatus> status(TransactionId id, Response response) {
    if (!response.hasStatus()) {
      return OutcomeMessages.read(
          response,
          committed -> {
            throw new YardmasterException(
                ErrorCode.BAD_MESSAGE, "the answer to a status query must be a status");
          });
    }
    Status status = response.getStatus();
    Outcome<Object> first =
        switch (status.getOutcomeCase()) {
          case COMMITTED ->
              OutcomeMessages.read(
                  status.getCommitted(),
                  committed ->
                      decode(codecOf(status.getLogic()), OutcomeMessages.result(committed)));
          case ABORTED -> OutcomeMessages.read(status.getAborted());
          case REJECTED -> new Outcome.Rejected<>(ErrorMessages.read(status.getRejected()));
          case OUTCOME_NOT_SET ->
              throw new YardmasterException(ErrorCode.BAD_MESSAGE, "a status must have an outcome");
        };
    return new Outcome.Committed<>(new TransactionStatus(id, first), 0, 0, 0, null);
  }

  private ValueCodec<Object> codecOf(String logic) {
    ValueCodec<Object> known = procedures.codecOf(logic);
    if (known == null) {
      throw Failures.unknownResult(logic);
    }
    return known;
  }

  private <R> CompletionStage<Outcome<R>> begin(
      String logic,
      TransactionOptions options,
      Submission.Message message,
      Function<Response, Outcome<R>> reader,
      boolean commits) {
    YardmasterException refusal = state.begin();
    if (refusal != null) {
      return CompletableFuture.completedFuture(new Outcome.Rejected<>(refusal));
    }
    Submission<R> submission =
        new Submission<>(state, state.attempts(logic, options), message, reader, commits);
    submission.attempt();
    return submission.stage();
  }
}
