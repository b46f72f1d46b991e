package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.wire.WireSideName;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The sides of a comparison over the wire, as a comma list names them. */
record WireSideList(List<WireSideName> sides) {

  WireSideList {
    sides = List.copyOf(sides);
  }

  /** Takes a comma list of sides that differ. */
  static final class Parser implements ITypeConverter<WireSideList> {
    private final Choice.WireSide side = new Choice.WireSide();

    @Override
    public WireSideList convert(String text) {
      List<WireSideName> sides = new ArrayList<>();
      for (String label : text.split(",", -1)) {
        WireSideName next = side.convert(label);
        if (sides.contains(next)) {
          throw new TypeConversionException("'" + text + "' names " + label + " twice");
        }
        sides.add(next);
      }
      return new WireSideList(sides);
    }
  }
}
