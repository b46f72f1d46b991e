package dev.yardmaster.benchmarks.cli.values;

import dev.yardmaster.benchmarks.wire.WireSideName;

/**
 * Parses a comma-separated list, without duplicates, of sides that call servers over the network.
 */
public final class WireSideList extends DistinctList.Parser<WireSideName> {
  WireSideList() {
    super(new Choice.WireSide());
  }
}
