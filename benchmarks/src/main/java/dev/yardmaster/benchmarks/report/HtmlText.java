package dev.yardmaster.benchmarks.report;

/** Text made safe for an HTML page. */
final class HtmlText {

  private HtmlText() {}

  /** For the content of an element or a quoted attribute. */
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
