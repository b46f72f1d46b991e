package dev.yardmaster.jdbc.sql;

import dev.yardmaster.annotations.Shared;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The templates of the recently used texts. The number of texts and the number of characters are
 * bounded. The class is thread-safe; a hit acquires no lock.
 *
 * <p>Two generations approximate the order of last use. A new text enters the young generation, and
 * so does a text that is found in the old generation. When the young generation is full, it becomes
 * the old generation. The texts of the previous old generation that were not requested in the
 * meantime are dropped. Texts that contain values and occur only once are therefore dropped, while
 * the texts in use remain. After the first change of generations, a new text is parsed only when it
 * occurs a second time.
 */
final class TemplateCache {
  private final int maxTexts;
  private final long maxCharacters;

  @Shared(
      writers = "threads that request an unknown text",
      readers = "the same",
      access =
          "atomic array; two texts with the same index replace each other, which costs one "
              + "parsing")
  private final AtomicIntegerArray metOnce = new AtomicIntegerArray(4_096);

  @Shared(
      writers = "the thread whose text fills the young generation",
      readers = "all threads",
      access = "volatile; written under the object's monitor")
  private volatile boolean crowded;

  @Shared(
      writers = "the thread whose text fills the young generation",
      readers = "all threads",
      access = "volatile; written under the object's monitor")
  private volatile Generation young = new Generation();

  @Shared(
      writers = "the thread whose text fills the young generation",
      readers = "all threads",
      access = "volatile; written under the object's monitor")
  private volatile Generation old = new Generation();

  /**
   * Creates an empty cache. Each generation holds half of each bound. If several threads add texts
   * at the same moment, each of them may exceed the bound by one text.
   */
  TemplateCache(int maxTexts, long maxCharacters) {
    this.maxTexts = maxTexts;
    this.maxCharacters = maxCharacters;
  }

  /** Returns the template of a text; null if it is not cached. */
  ParsedTemplate get(String sql) {
    ParsedTemplate template = young.templates.get(sql);
    if (template == null) {
      template = old.templates.get(sql);
      if (template != null) {
        putIfAbsent(sql, template);
      }
    }
    return template;
  }

  /** Returns whether a text that is not cached should be parsed and added. */
  boolean admits(String sql) {
    if (!crowded) {
      return true;
    }
    int hash = sql.hashCode();
    return metOnce.getAndSet((hash ^ hash >>> 16) & (metOnce.length() - 1), hash) == hash;
  }

  /** Adds a template, unless the text is cached. Returns the cached template. */
  ParsedTemplate putIfAbsent(String sql, ParsedTemplate template) {
    Generation generation = young;
    ParsedTemplate other = generation.templates.putIfAbsent(sql, template);
    if (other != null) {
      return other;
    }
    long characters = generation.characters.addAndGet(sql.length());
    if (characters >= maxCharacters / 2 || generation.templates.size() >= maxTexts / 2) {
      turnOver(generation);
    }
    return template;
  }

  /** Removes a text. */
  void remove(String sql) {
    young.templates.remove(sql);
    old.templates.remove(sql);
  }

  /** Returns the number of cached texts. A text in both generations counts twice. */
  int size() {
    return young.templates.size() + old.templates.size();
  }

  private synchronized void turnOver(Generation full) {
    if (young == full) {
      old = full;
      young = new Generation();
      crowded = true;
    }
  }

  private static final class Generation {
    @Shared(
        writers = "threads that add a text",
        readers = "all threads",
        access = "ConcurrentHashMap")
    final Map<String, ParsedTemplate> templates = new ConcurrentHashMap<>();

    @Shared(writers = "threads that add a text", readers = "the same", access = "atomic counter")
    final AtomicLong characters = new AtomicLong();
  }
}
