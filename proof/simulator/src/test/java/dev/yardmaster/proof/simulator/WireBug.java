package dev.yardmaster.proof.simulator;

import com.google.protobuf.ByteString;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.ServerFrame;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Bugs that tests plant in the client, the server, or their messages. A run has only one of these
 * bugs.
 */
enum WireBug {
  LOST_CALL_SENT_AGAIN("a lost call without an id is sent again", "committed 2 times") {
    @Override
    WireParts plant() {
      return new WireParts() {
        @Override
        TransactionService client(TransactionService client) {
          return new OtherOutcomes(client) {
            @Override
            <R> CompletionStage<Outcome<R>> lost(Outcome<R> unknown, Again<R> again) {
              return again.submit();
            }
          };
        }
      };
    }
  },

  LOST_AS_NOT_SENT("a lost call counts as not sent", "was answered as not committed") {
    @Override
    WireParts plant() {
      return new WireParts() {
        @Override
        TransactionService client(TransactionService client) {
          return new OtherOutcomes(client) {
            @Override
            <R> CompletionStage<Outcome<R>> lost(Outcome<R> unknown, Again<R> again) {
              return CompletableFuture.completedFuture(
                  new Outcome.Rejected<>(
                      new YardmasterException(ErrorCode.UNAVAILABLE, "it was not sent")));
            }
          };
        }
      };
    }
  },

  ANOTHER_ID_AGAIN("a transaction that is sent again has another id", "committed [2-9]+ times") {
    @Override
    WireParts plant() {
      Map<ByteString, Integer> sent = new HashMap<>();
      return new WireParts() {
        @Override
        void clientChannel(Channel channel) {
          channel.pipeline().addLast(ChangedFrames.ofClient(frame -> changed(frame)));
        }

        private ClientFrame changed(ClientFrame frame) {
          ClientFrame.Builder changed = frame.toBuilder();
          for (Request.Builder request : changed.getRequestsBuilderList()) {
            ByteString id = request.getCall().getOptions().getId();
            int times = id.isEmpty() ? 0 : sent.merge(id, 1, Integer::sum) - 1;
            if (times > 0) {
              byte[] other = id.toByteArray();
              other[other.length - 1] += (byte) times;
              request.getCallBuilder().getOptionsBuilder().setId(ByteString.copyFrom(other));
            }
          }
          return changed.build();
        }
      };
    }
  },

  ANSWERED_TOO_EARLY("a commit is answered before it is decided", "was answered") {
    @Override
    WireParts plant() {
      return new WireParts() {
        @Override
        EncodedCalls service(EncodedCalls service) {
          return new ForwardingCalls(service) {
            private long newest;

            @Override
            public CompletionStage<Outcome<byte[]>> submit(
                String procedure, byte[] argument, TransactionOptions options) {
              CompletionStage<Outcome<byte[]>> answer = super.submit(procedure, argument, options);
              var unused = answer.thenAccept(this::note);
              // The bug: the answer is made up before the commit. The commit version is guessed,
              // often correctly.
              return options.id() == null && procedure.equals("edit") && newest > 0
                  ? CompletableFuture.completedFuture(
                      new Outcome.Committed<>(
                          ValueCodec.basic().encode(null), 1, newest + 1, 0, null))
                  : answer;
            }

            private void note(Outcome<byte[]> outcome) {
              if (outcome instanceof Outcome.Committed<byte[]> committed) {
                newest = Math.max(newest, committed.commitVersion());
              }
            }
          };
        }
      };
    }
  },

  ANSWERS_EXCHANGED("two answers of a frame have each other's number", "was answered|must not") {
    @Override
    WireParts plant() {
      return new WireParts() {
        @Override
        void serverChannel(Channel channel) {
          channel.pipeline().addFirst(ChangedFrames.ofServer(this::changed));
        }

        private ServerFrame changed(ServerFrame frame) {
          if (frame.getResponsesCount() < 2) {
            return frame;
          }
          ServerFrame.Builder changed = frame.toBuilder();
          changed.getResponsesBuilder(0).setRequestId(frame.getResponses(1).getRequestId());
          changed.getResponsesBuilder(1).setRequestId(frame.getResponses(0).getRequestId());
          return changed.build();
        }
      };
    }
  },

  SNAPSHOT_OF_SEVERAL_MOMENTS(
      "each read of a snapshot is of another moment", "a snapshot must see") {
    @Override
    WireParts plant() {
      return new WireParts() {
        @Override
        EncodedCalls service(EncodedCalls service) {
          return new ForwardingCalls(service) {
            @Override
            public CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options) {
              return service.snapshot(options).thenApply(first -> renewed(first, options));
            }

            private OpenSnapshot renewed(OpenSnapshot first, SnapshotOptions options) {
              return new OpenSnapshot() {
                @Override
                public long version() {
                  return first.version();
                }

                @Override
                public CompletionStage<byte[][]> values(List<Key> keys) {
                  return read(now -> now.values(keys));
                }

                @Override
                public CompletionStage<ScannedEntries> page(Scan scan, boolean afterFirst) {
                  return read(now -> now.page(scan, afterFirst));
                }

                private <T> CompletionStage<T> read(
                    Function<OpenSnapshot, CompletionStage<T>> reading) {
                  return service
                      .snapshot(options)
                      .thenCompose(
                          now -> reading.apply(now).whenComplete((result, why) -> now.close()));
                }

                @Override
                public void close() {
                  first.close();
                }
              };
            }
          };
        }
      };
    }
  },

  END_NOT_NOTICED(
      "transactions of a client that has disconnected are not ended", "both ends are at rest") {
    @Override
    WireParts plant() {
      return new WireParts() {
        @Override
        void serverChannel(Channel channel) {
          channel
              .pipeline()
              .addFirst(
                  new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelInactive(ChannelHandlerContext context) {
                      // The bug: the close is not passed to the other handlers of the channel.
                    }
                  });
        }
      };
    }
  },

  BUFFER_KEPT(
      "the tenth buffer of a connection is not released", "bytes of buffers that are left") {
    @Override
    WireParts plant() {
      return new WireParts() {
        @Override
        void serverChannel(Channel channel) {
          channel
              .pipeline()
              .addFirst(
                  new ChannelInboundHandlerAdapter() {
                    private int count;

                    @Override
                    public void channelRead(ChannelHandlerContext context, Object message) {
                      boolean kept = ++count == 10;
                      context.fireChannelRead(kept ? ((ByteBuf) message).retain() : message);
                    }
                  });
        }
      };
    }
  };

  private final String words;
  private final String sign;

  WireBug(String words, String sign) {
    this.words = words;
    this.sign = sign;
  }

  /** Returns a text that describes the bug. */
  String words() {
    return words;
  }

  /** Returns a regular expression that matches one of the failures. */
  String sign() {
    return sign;
  }

  /** Returns the parts of a run that has the bug. */
  abstract WireParts plant();
}
