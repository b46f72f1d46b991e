package dev.yardmaster.jdbc.sql;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The templates of the texts that were met lately, within a bound of texts and of characters. Any
 * thread; a hit takes no lock.
 *
 * <p>Two generations stand in for an order of use: a text enters the young one, and so does one
 * that is found in the old one; when the young one is full it becomes the old one, and what nobody
 * asked for since is dropped. So texts with values in them, each met once, pass through and do not
 * displace for good what is in use, as they would a cache that is closed when it is full. And once
 * there were more texts than fit, one is not worth its parsing before it is met a second time.
 */
final class TemplateCache {
  private final int maxTexts;
  private final long maxCharacters;
  private final AtomicIntegerArray metOnce = new AtomicIntegerArray(4_096);
  private volatile boolean crowded;
  private volatile Generation young = new Generation();
  private volatile Generation old = new Generation();

  /**
   * An empty cache. Each generation holds half of each bound; threads that add at the same moment
   * may pass it by one text each.
   */
  TemplateCache(int maxTexts, long maxCharacters) {
    this.maxTexts = maxTexts;
    this.maxCharacters = maxCharacters;
  }

  /** The template of a text, or null. */
  StatementTemplate get(String sql) {
    StatementTemplate template = young.templates.get(sql);
    if (template == null) {
      template = old.templates.get(sql);
      if (template != null) {
        put(sql, template);
      }
    }
    return template;
  }

  /** Whether a text that is not held shall be parsed and put. */
  boolean admits(String sql) {
    if (!crowded) {
      return true;
    }
    int hash = sql.hashCode();
    return metOnce.getAndSet((hash ^ hash >>> 16) & (metOnce.length() - 1), hash) == hash;
  }

  void put(String sql, StatementTemplate template) {
    Generation generation = young;
    if (generation.templates.putIfAbsent(sql, template) == null) {
      long characters = generation.characters.addAndGet(sql.length());
      if (characters >= maxCharacters / 2 || generation.templates.size() >= maxTexts / 2) {
        turnOver(generation);
      }
    }
  }

  /** How many texts are held; one in both generations counts twice. */
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
    final Map<String, StatementTemplate> templates = new ConcurrentHashMap<>();
    final AtomicLong characters = new AtomicLong();
  }
}
