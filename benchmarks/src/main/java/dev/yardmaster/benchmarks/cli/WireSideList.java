package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.wire.WireSideName;

/** Takes a comma list of sides over the wire that differ. */
final class WireSideList extends DistinctList.Parser<WireSideName> {
  WireSideList() {
    super(new Choice.WireSide());
  }
}
