package dev.yardmaster.benchmarks.report;

import dev.yardmaster.server.cli.FigureTable;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Assembles an HTML page: fills the placeholders of the template with text, tables and lists. */
final class HtmlPage {

  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

  private HtmlPage() {}

  /** Fills all placeholders in one pass, so that inserted text is never read as a placeholder. */
  static String fill(String page, Map<String, String> parts) {
    return PLACE
        .matcher(page)
        .replaceAll(place -> Matcher.quoteReplacement(part(parts, place.group(1))));
  }

  private static String part(Map<String, String> parts, String name) {
    String part = parts.get(name);
    if (part == null) {
      throw new IllegalStateException("the page has a place without a part: " + name);
    }
    return part;
  }

  static String table(FigureTable table) {
    StringBuilder html = new StringBuilder("<div class=\"scroll\"><table>\n<caption>");
    html.append(HtmlText.escape(table.title())).append("</caption>\n<thead>");
    appendRow(html, "th", table.header());
    html.append("</thead>\n<tbody>\n");
    for (List<String> row : table.rows()) {
      appendRow(html, "td", row);
    }
    html.append("</tbody>\n</table>");
    for (int note = 0; note < table.notes().size(); note++) {
      html.append("\n<p class=\"note\">").append(FigureTable.mark(note)).append(' ');
      html.append(HtmlText.escape(table.notes().get(note))).append("</p>");
    }
    return html.append("</div>").toString();
  }

  private static void appendRow(StringBuilder html, String cellTag, List<String> cells) {
    html.append("<tr>");
    for (String cell : cells) {
      html.append('<').append(cellTag).append('>');
      html.append(HtmlText.escape(cell));
      html.append("</").append(cellTag).append('>');
    }
    html.append("</tr>\n");
  }

  static String list(Map<String, Object> settings) {
    StringBuilder html = new StringBuilder("<dl>\n");
    settings.forEach(
        (name, value) ->
            html.append("<dt>")
                .append(HtmlText.escape(name))
                .append("</dt><dd>")
                .append(HtmlText.escape(String.valueOf(value)))
                .append("</dd>\n"));
    return html.append("</dl>").toString();
  }
}
