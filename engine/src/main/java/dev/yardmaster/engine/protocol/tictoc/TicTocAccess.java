package dev.yardmaster.engine.protocol.tictoc;

import dev.yardmaster.engine.protocol.optimistic.OptimisticAccess;

/** An access that also knows up to when what was read was valid at the time. */
final class TicTocAccess extends OptimisticAccess {

  long readTimestamp;

  TicTocAccess() {}
}
