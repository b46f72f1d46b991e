package dev.yardmaster.benchmarks.experiment;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The requirements on the figures of every paper about the engine. */
public abstract class EngineFiguresContract {

  /** Returns all figures of the paper, with quick or full sizes. */
  protected abstract List<Figure> all(boolean quick);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everythingThatIsDrawnIsMeasuredByTheFiguresOwnPoints(boolean quick) throws IOException {
    for (Figure figure : all(quick)) {
      FigureReferences.require(figure, quick);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pointsOfOneKeyRunTheSame(boolean quick) {
    FigureReferences.requireOneMeaningOfEachKey(all(quick));
  }
}
