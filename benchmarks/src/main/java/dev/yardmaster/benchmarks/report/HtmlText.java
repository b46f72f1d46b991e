package dev.yardmaster.benchmarks.report;

/** Escapes text for an HTML page. */
final class HtmlText {

  private HtmlText() {}

  /** Escapes text for the content of an element or a quoted attribute. */
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
