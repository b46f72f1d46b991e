package dev.yardmaster.server.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads settings from a YAML file. A setting in a section may be nested, or may have a dotted name:
 * the section's name, a dot and the setting's own name. The class reads all values as text, so
 * YAML's types of scalars do not matter.
 */
final class ConfigFile {

  private static final YAMLFactory YAML =
      YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final String file;
  private final ConfigProblems problems;
  private final List<ConfigSetting> settings = new ArrayList<>();
  private final Map<String, String> origins = new HashMap<>();

  private ConfigFile(String file, ConfigProblems problems) {
    this.file = file;
    this.problems = problems;
  }

  /** Returns the settings of the file. Reports each part that cannot be read as a problem. */
  static List<ConfigSetting> read(Path path, ConfigProblems problems) {
    ConfigFile file = new ConfigFile(path.toString(), problems);
    try (YAMLParser parser = YAML.createParser(Files.readString(path))) {
      file.readDocument(parser);
    } catch (JsonProcessingException e) {
      String where = e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr();
      String what = e.getOriginalMessage().lines().findFirst().orElse("");
      problems.add(path + where + " is not YAML: " + what);
    } catch (IOException e) {
      problems.add("the configuration file cannot be read: " + e, "file", path);
    }
    return file.settings;
  }

  private void readDocument(YAMLParser parser) throws IOException {
    JsonToken token = parser.nextToken();
    if (token == null) {
      return;
    }
    if (token != JsonToken.START_OBJECT) {
      problems.add("options must be written as name: value (" + origin(parser) + ")");
      return;
    }
    readSection(parser, "");
    if (parser.nextToken() != null) {
      problems.add("the file must have only one document (" + origin(parser) + ")");
    }
  }

  private void readSection(YAMLParser parser, String prefix) throws IOException {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = prefix + parser.currentName();
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_OBJECT) {
        readSection(parser, name + ".");
      } else if (token == JsonToken.START_ARRAY) {
        readList(parser, name);
      } else {
        String origin = origin(parser);
        String text = scalar(parser, name);
        if (text != null) {
          add(ConfigSetting.of(name, text, origin));
        }
      }
    }
  }

  private void readList(YAMLParser parser, String name) throws IOException {
    String origin = origin(parser);
    List<String> items = new ArrayList<>();
    boolean good = true;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (parser.currentToken().isStructStart()) {
        parser.skipChildren();
        problems.add(name + " must be a list of plain values (" + origin(parser) + ")");
        good = false;
      } else {
        String item = scalar(parser, name);
        good &= item != null;
        items.add(item);
      }
    }
    if (good) {
      add(new ConfigSetting(name, List.copyOf(items), true, origin));
    }
  }

  /**
   * Returns the text of the value in the file. If there is no value, returns null and reports a
   * problem.
   */
  private String scalar(YAMLParser parser, String name) throws IOException {
    if (parser.isCurrentAlias()) {
      problems.add(name + " must not be a YAML alias (" + origin(parser) + ")");
      return null;
    }
    if (parser.currentToken() == JsonToken.VALUE_NULL || parser.getText().isEmpty()) {
      problems.add(name + " has no value; write none, or leave it out (" + origin(parser) + ")");
      return null;
    }
    return parser.getText();
  }

  private void add(ConfigSetting setting) {
    String earlier = origins.putIfAbsent(setting.name(), setting.origin());
    if (earlier == null) {
      settings.add(setting);
    } else {
      problems.add(setting.name() + " is given twice (" + earlier + "; " + setting.origin() + ")");
    }
  }

  private String origin(YAMLParser parser) {
    return file + ", line " + parser.currentTokenLocation().getLineNr();
  }
}
