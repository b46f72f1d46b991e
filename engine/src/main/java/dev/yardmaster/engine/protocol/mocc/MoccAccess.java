package dev.yardmaster.engine.protocol.mocc;

import dev.yardmaster.engine.protocol.optimistic.OptimisticAccess;

/** An access under MOCC, which may have locked its record for reading. */
final class MoccAccess extends OptimisticAccess {

  boolean isReader;
}
