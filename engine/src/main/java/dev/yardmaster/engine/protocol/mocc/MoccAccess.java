package dev.yardmaster.engine.protocol.mocc;

import dev.yardmaster.engine.protocol.optimistic.OptimisticAccess;

/** An access under MOCC. The transaction may have locked the record for reading. */
final class MoccAccess extends OptimisticAccess {

  boolean isReader;
}
