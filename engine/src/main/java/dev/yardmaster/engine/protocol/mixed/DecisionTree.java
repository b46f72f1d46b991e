package dev.yardmaster.engine.protocol.mixed;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A decision tree that names the protocol for a partition by its features, as CormCC's classifiers
 * do (section 5).
 *
 * <p>In its text form, a tree has a line for each node. The line of a node is followed by the lines
 * of the subtree of its first child, and then by the lines of the subtree of its second child. The
 * line of a leaf is the name of a protocol. The line of any other node is a feature, {@code <}, and
 * a threshold; the first child is for values below the threshold. For example:
 *
 * <pre>
 *   cross-share &lt; 0.2
 *     partcc
 *     density &lt; 0.05
 *       silo
 *       no-wait
 * </pre>
 *
 * <p>Lines that begin with {@code #} are comments.
 */
public final class DecisionTree implements PartitionClassifier {

  /**
   * The names of the features of a partition; {@link #classify(double[])} takes the values in this
   * order.
   */
  public static final List<String> FEATURES =
      List.of("cross-share", "read-share", "density", "accesses");

  /** A node of the tree; it is a leaf if it has a protocol. */
  private record Node(String protocol, int feature, double threshold, Node below, Node above) {}

  private final Node root;

  private DecisionTree(Node root) {
    this.root = root;
  }

  /**
   * Parses the text form of a tree.
   *
   * @throws IllegalArgumentException if the text is not a decision tree
   */
  public static DecisionTree parse(String text) {
    Deque<String> lines =
        text.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .collect(Collectors.toCollection(ArrayDeque::new));
    DecisionTree tree = new DecisionTree(node(lines));
    if (!lines.isEmpty()) {
      throw new IllegalArgumentException("a line behind the end of the tree: " + lines.peek());
    }
    return tree;
  }

  private static Node node(Deque<String> lines) {
    String line = lines.poll();
    if (line == null) {
      throw new IllegalArgumentException("the tree ends before its last leaf");
    }
    String[] words = line.split("\\s+", -1);
    if (words.length == 1) {
      return new Node(line, 0, 0, null, null);
    }
    int feature = FEATURES.indexOf(words[0]);
    if (words.length != 3 || feature < 0 || !words[1].equals("<")) {
      throw new IllegalArgumentException(
          "not a line like 'density < 0.1' with one of " + FEATURES + ": " + line);
    }
    double threshold = Double.parseDouble(words[2]);
    Node below = node(lines);
    return new Node(null, feature, threshold, below, node(lines));
  }

  /** As {@link #classify(double[])}. The number of the partition is ignored. */
  @Override
  public String classify(int partition, double[] features) {
    return classify(features);
  }

  /**
   * Returns the name of the protocol for a partition with the given features.
   *
   * @param features the values, in the order of {@link #FEATURES}
   */
  public String classify(double[] features) {
    Node node = root;
    while (node.protocol == null) {
      node = features[node.feature] < node.threshold ? node.below : node.above;
    }
    return node.protocol;
  }

  /** Returns the names of the protocols of all leaves. */
  Set<String> protocols() {
    Set<String> names = new TreeSet<>();
    Deque<Node> left = new ArrayDeque<>(List.of(root));
    while (!left.isEmpty()) {
      Node node = left.pop();
      if (node.protocol == null) {
        left.push(node.below);
        left.push(node.above);
      } else {
        names.add(node.protocol);
      }
    }
    return names;
  }
}
