package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.experiment.FigureData.OfClaim;
import dev.yardmaster.benchmarks.experiment.FigureData.OfFigure;
import dev.yardmaster.benchmarks.experiment.FigureData.OfPanel;
import dev.yardmaster.benchmarks.report.Panel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Creates a paper's figures from a data file and from axes that Java code creates. The data file
 * describes how the figures are drawn and which claims are checked. The code defines the
 * measurements. Axes and panels are created when a figure first needs them. An instance is for use
 * by one thread.
 */
public final class PaperFigures {

  private static final Pattern NAME = Pattern.compile("\\{([\\w -]+)}");

  private final FigureData data;
  private final Map<String, String> words = new HashMap<>();
  private final Map<String, Supplier<List<Axis>>> axes = new HashMap<>();
  private final Map<String, List<Axis>> made = new HashMap<>();
  private final Map<String, Map<String, String>> sides;
  private final Map<String, Function<String, Panel>> panels = new HashMap<>();
  private final Map<String, List<List<String>>> facts = new HashMap<>();

  /** Creates the figures of a data file that is in the package of a class. */
  public PaperFigures(Class<?> beside, String file) {
    data = FigureData.read(beside, file);
    sides = new HashMap<>(data.sides());
    words.putAll(Optional.ofNullable(data.words()).orElse(Map.of()));
  }

  /** Defines a text that replaces a name in braces. Returns this object. */
  public PaperFigures word(String name, Object text) {
    words.put(name, text.toString());
    return this;
  }

  /** Adds an axis. Returns this object. */
  public PaperFigures axis(String name, Supplier<Axis> axis) {
    return axes(name, () -> List.of(axis.get()));
  }

  /**
   * Adds an axis with a point for each number. Returns this object.
   *
   * @param group the group of sides of the points
   * @param point makes a point from a number and the sides
   */
  public <X extends Number> PaperFigures axis(
      String name, List<X> numbers, String group, BiFunction<X, List<String>, Point> point) {
    return axis(name, () -> Axis.over(numbers, at -> point.apply(at, sides(group))));
  }

  /**
   * Adds several axes under one name. Each axis gets its own panel and its own claims. Returns this
   * object.
   */
  public PaperFigures axes(String name, Supplier<List<Axis>> several) {
    axes.put(name, several);
    return this;
  }

  /** Adds a group of sides with their names in legends. Returns this object. */
  public PaperFigures sides(String name, Map<String, String> group) {
    sides.put(name, group);
    return this;
  }

  /**
   * Adds a panel that a function draws. The function's argument is the panel's title. Returns this
   * object.
   */
  public PaperFigures panel(String name, Function<String, Panel> panel) {
    panels.put(name, panel);
    return this;
  }

  /** Adds the table of a figure that needs no measurement. Returns this object. */
  public PaperFigures facts(String id, List<List<String>> rows) {
    facts.put(id, rows);
    return this;
  }

  /** Returns the sides of a group, in order. */
  public List<String> sides(String group) {
    return List.copyOf(names(group).keySet());
  }

  /** Returns the names of a group's sides in legends; the keys are the sides. */
  public Map<String, String> names(String group) {
    return known(sides, "group of sides", group);
  }

  /**
   * Returns the sides of a group with their names in legends. Names in braces are replaced by the
   * texts of an axis. The result is empty if {@code name} is null.
   */
  Map<String, String> group(String name, Map<String, String> more) {
    Map<String, String> group = new LinkedHashMap<>();
    if (name != null) {
      names(name).forEach((side, called) -> group.put(text(side, more), called));
    }
    return group;
  }

  /** Returns the metrics of a group, by their labels. */
  Map<String, String> metrics(String group) {
    return known(data.metrics(), "group of metrics", group);
  }

  /** Returns a panel that code draws. */
  Panel made(String name, String title) {
    return known(panels, "panel", name).apply(title);
  }

  /** Returns the text of the reason that has the given name. */
  String reason(String name) {
    return text(known(data.reasons(), "reason", name), Map.of());
  }

  private static <T> T known(Map<String, T> all, String what, String name) {
    T found = all.get(name);
    if (found == null) {
      throw new IllegalArgumentException("there is no such " + what + ": name=" + name);
    }
    return found;
  }

  /** Returns the axes that have the given name. All figures share these axes. */
  public List<Axis> axes(String name) {
    List<Axis> several = made.get(name);
    if (several == null) {
      several = known(axes, "axis", name).get();
      made.put(name, several);
    }
    return several;
  }

  /** Returns the figures with the given ids, in order. */
  public List<Figure> of(List<String> ids) {
    return ids.stream().map(this::figure).toList();
  }

  private Figure figure(String id) {
    OfFigure of = data.figure(id);
    OfFigure drawn = of.like() == null ? of : data.figure(of.like());
    List<String> ownAxes = Optional.ofNullable(of.axes()).orElse(List.of());
    List<Axis> first = ownAxes.stream().limit(1).flatMap(name -> axes(name).stream()).toList();
    FigurePanels drawing = new FigurePanels(this, drawn.sides(), drawn.metric());
    FigureClaims claiming = new FigureClaims(this, drawn.sides(), drawn.metric());
    return new Figure(
        id,
        of.heading() == null ? "Figure " + id : of.heading(),
        text(of.title(), Map.of()),
        text(of.setting(), Map.of()),
        points(ownAxes),
        each(drawn.panels(), OfPanel::axes, OfPanel::panels, first, drawing::of),
        each(drawn.claims(), OfClaim::axes, OfClaim::claims, first, claiming::of),
        facts.getOrDefault(id, List.of()));
  }

  /** Returns the points of the axes with the given names, each point once. */
  private List<Point> points(List<String> names) {
    Map<String, Point> byKey = new LinkedHashMap<>();
    for (String name : names) {
      for (Axis axis : axes(name)) {
        axis.points().forEach(point -> byKey.putIfAbsent(point.key(), point));
      }
    }
    return List.copyOf(byKey.values());
  }

  /**
   * Applies a function to each pair of an entry and one of the entry's axes, and returns all
   * results. If an entry is a group, then for each axis of the group the function is applied to all
   * entries of the group.
   */
  private <E, T> List<T> each(
      List<E> entries,
      Function<E, List<String>> axesOf,
      Function<E, List<E>> group,
      List<Axis> usual,
      BiFunction<E, Axis, Stream<T>> make) {
    List<T> all = new ArrayList<>();
    for (E entry : Optional.ofNullable(entries).orElse(List.of())) {
      List<String> names = axesOf.apply(entry);
      List<Axis> own =
          names == null ? usual : names.stream().flatMap(name -> axes(name).stream()).toList();
      for (Axis axis : own) {
        if (group.apply(entry) == null) {
          make.apply(entry, axis).forEach(all::add);
        } else {
          all.addAll(each(group.apply(entry), axesOf, group, List.of(axis), make));
        }
      }
    }
    return all;
  }

  /**
   * Returns a text with each name in braces replaced by the name's definition. The texts that the
   * caller passes take precedence over the texts of the paper.
   */
  String text(String template, Map<String, String> more) {
    return NAME.matcher(template)
        .replaceAll(
            name -> {
              String here = more.get(name.group(1));
              String text = here == null ? known(words, "word", name.group(1)) : here;
              return Matcher.quoteReplacement(text(text, more));
            });
  }
}
