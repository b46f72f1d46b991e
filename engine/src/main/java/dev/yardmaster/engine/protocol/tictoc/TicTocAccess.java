package dev.yardmaster.engine.protocol.tictoc;

import dev.yardmaster.engine.protocol.optimistic.OptimisticAccess;

/** An access with the read timestamp that the record had when it was read. */
final class TicTocAccess extends OptimisticAccess {

  long readTimestamp;

  TicTocAccess() {}
}
