package dev.yardmaster.proof.simulator.disk;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The names in a directory and their files: the state that was forced, and the changes since then.
 */
final class DirectoryEntries {

  /**
   * A change of names, from {@code from} to {@code to}; {@code from} is null for a creation, and
   * {@code to} is null for a deletion.
   */
  private record Change(String from, String to, FileContents contents) {

    /**
     * Returns whether the source of the change exists. The target may exist, because a rename
     * replaces it.
     */
    boolean fits(Map<String, FileContents> names) {
      return from == null ? !names.containsKey(to) : names.get(from) == contents;
    }

    void applyTo(Map<String, FileContents> names) {
      if (from != null) {
        names.remove(from);
      }
      if (to != null) {
        names.put(to, contents);
      }
    }
  }

  private final Map<String, FileContents> forced = new TreeMap<>();
  private final Map<String, FileContents> current = new TreeMap<>();
  private final List<Change> unforced = new ArrayList<>();

  List<String> all() {
    return List.copyOf(current.keySet());
  }

  /** Returns the file with a name; null if no file has the name. */
  FileContents get(String name) {
    return current.get(name);
  }

  FileContents create(String name) {
    FileContents contents = new FileContents();
    change(new Change(null, name, contents));
    return contents;
  }

  void rename(String from, String to) {
    change(new Change(from, to, current.get(from)));
  }

  void delete(String name) {
    change(new Change(name, null, current.get(name)));
  }

  private void change(Change change) {
    change.applyTo(current);
    unforced.add(change);
  }

  void force() {
    forceFirst(unforced.size());
  }

  /** Forces only the first few changes; their number is random. */
  void failForce(SplittableRandom random) {
    forceFirst(random.nextInt(unforced.size() + 1));
  }

  private void forceFirst(int count) {
    List<Change> first = unforced.subList(0, count);
    first.forEach(change -> change.applyTo(forced));
    first.clear();
  }

  /** Returns the entries that the next start finds. */
  DirectoryEntries afterCrash(CrashStyle style, SplittableRandom random) {
    IdentityHashMap<FileContents, FileContents> crashed = new IdentityHashMap<>();
    DirectoryEntries after = new DirectoryEntries();
    forced.forEach((name, file) -> after.forced.put(name, crash(file, crashed, style, random)));
    after.current.putAll(after.forced);
    boolean[] kept = style == CrashStyle.KEPT ? keep(3, random) : keep(random.nextInt(4), random);
    for (int i = 0; i < kept.length; i++) {
      Change change = unforced.get(i);
      Change changed =
          new Change(change.from, change.to, crash(change.contents, crashed, style, random));
      if (kept[i] && changed.fits(after.current)) {
        after.change(changed);
      }
    }
    if (style != CrashStyle.KEPT) {
      after.force();
    }
    return after;
  }

  private static FileContents crash(
      FileContents file,
      IdentityHashMap<FileContents, FileContents> crashed,
      CrashStyle style,
      SplittableRandom random) {
    FileContents known = crashed.get(file);
    if (known == null) {
      known = file.afterCrash(style, random);
      crashed.put(file, known);
    }
    return known;
  }

  /**
   * Returns, for each change, whether the disk keeps it in a crash.
   *
   * @param how 0: no change is kept; 1: a random number of the first changes; 2: a random selection
   *     of the changes; 3: all changes
   */
  private boolean[] keep(int how, SplittableRandom random) {
    boolean[] kept = new boolean[unforced.size()];
    int first = random.nextInt(kept.length + 1);
    for (int i = 0; i < kept.length; i++) {
      kept[i] =
          switch (how) {
            case 0 -> false;
            case 1 -> i < first;
            case 2 -> random.nextBoolean();
            default -> true;
          };
    }
    return kept;
  }
}
