package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.wire.WireSideName;

/** Parses a comma-separated list of sides over the wire without duplicates. */
final class WireSideList extends DistinctList.Parser<WireSideName> {
  WireSideList() {
    super(new Choice.WireSide());
  }
}
