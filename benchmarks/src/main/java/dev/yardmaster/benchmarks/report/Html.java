package dev.yardmaster.benchmarks.report;

/** Text made safe for an HTML page. */
final class Html {

  private Html() {}

  /** For the content of an element or a quoted attribute. */
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** For JSON within a script element, which ends at the first {@code </script}. */
  static String escapeJson(String json) {
    return json.replace("<", "\\u003c");
  }

  /** For a program within a script element; the replacement means the same within its strings. */
  static String escapeScript(String script) {
    return script.replace("</script", "<\\/script");
  }
}
