package dev.yardmaster.processor;

import dev.yardmaster.api.DataLimitContract;
import dev.yardmaster.api.TransactionService;
import java.util.Optional;

/** Tests the limit on the memory of a pipeline's data. */
class DataLimitTest extends DataLimitContract {

  private record Limited(Pipeline pipeline) implements LimitedService {
    @Override
    public TransactionService service() {
      return pipeline;
    }

    @Override
    public long dataBytes() {
      return pipeline.dataBytes();
    }

    @Override
    public Optional<String> warning() {
      return pipeline.warning();
    }
  }

  @Override
  protected LimitedService start(long maxDataBytes) {
    return new Limited(Pipeline.start(PipelineConfig.builder().maxDataBytes(maxDataBytes).build()));
  }
}
