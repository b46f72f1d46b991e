package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.ValueCodec;
import java.util.List;
import java.util.function.Function;

/**
 * Converts an argument to a list of basic values, and back.
 *
 * @param <A> the argument's type
 */
record ListCodec<A>(Function<A, List<?>> toList, Function<List<?>, A> fromList)
    implements ValueCodec<A> {

  @Override
  public byte[] encode(A argument) {
    return ValueCodec.basic().encode(toList.apply(argument));
  }

  @Override
  public A decode(byte[] bytes) {
    return fromList.apply((List<?>) ValueCodec.basic().decode(bytes));
  }
}
