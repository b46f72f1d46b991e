package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.InteractiveTransaction;
import dev.yardmaster.api.logic.Values;
import dev.yardmaster.client.Conversation.Reply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One run over a conversation: its reads, of which one step is under way at most and the rest
 * gathers for the next, and its writes. Its state is under its lock, outside of which all stages
 * complete.
 */
final class BufferedAsyncTransaction implements AsyncTransaction {

  /** Keys that were asked for, and what hears of their values. */
  private record Wanted(Set<Key> keys, CompletableFuture<Void> there) {}

  private final Conversation conversation;
  private final InteractiveTransaction buffer;
  private final Map<Key, byte[]> fetched = new HashMap<>();
  private final CompletableFuture<Reply> idle = new CompletableFuture<>();
  private List<Wanted> wanted = new ArrayList<>();
  private boolean stepUnderWay;
  private boolean over;
  private Reply broken;

  BufferedAsyncTransaction(Conversation conversation, int maxKeys, int maxValueBytes) {
    this.conversation = conversation;
    this.buffer =
        new InteractiveTransaction(
            keys -> {
              throw new IllegalStateException("reads do not go through the buffer");
            },
            maxKeys,
            maxValueBytes);
  }

  @Override
  public CompletionStage<byte[]> get(Key key) {
    return read(Collections.singletonList(key)).thenApply(values -> values.get(key));
  }

  @Override
  public CompletionStage<Long> getLong(Key key) {
    return get(key).thenApply(value -> Values.toLong(key, value));
  }

  @Override
  public CompletionStage<Boolean> contains(Key key) {
    return get(key).thenApply(value -> value != null);
  }

  @Override
  public CompletionStage<Map<Key, byte[]>> getAll(Collection<Key> keys) {
    return read(keys);
  }

  private CompletableFuture<Map<Key, byte[]>> read(Collection<Key> keys) {
    Map<Key, byte[]> values = new LinkedHashMap<>();
    Wanted unseen = new Wanted(new LinkedHashSet<>(), new CompletableFuture<>());
    try {
      look(keys, values, unseen);
    } catch (YardmasterException error) {
      return CompletableFuture.failedFuture(error);
    }
    if (unseen.keys().isEmpty()) {
      return CompletableFuture.completedFuture(values);
    }
    sendWanted();
    return unseen
        .there()
        .thenApply(
            ignored -> {
              synchronized (this) {
                unseen.keys().forEach(key -> values.put(key, copy(fetched.get(key))));
              }
              return values;
            });
  }

  /** Copies what is here already, and notes what is to be asked for. */
  private synchronized void look(Collection<Key> keys, Map<Key, byte[]> values, Wanted unseen) {
    for (Key key : keys) {
      Values.check(key);
      if (over || broken != null) {
        throw ended(broken, key);
      }
      if (buffer.writes().containsKey(key)) {
        values.put(key, copy(buffer.writes().get(key)));
      } else {
        values.put(key, copy(fetched.get(key)));
        if (!fetched.containsKey(key)) {
          unseen.keys().add(key);
        }
      }
    }
    if (!unseen.keys().isEmpty()) {
      wanted.add(unseen);
    }
  }

  private static byte[] copy(byte[] value) {
    return value == null ? null : value.clone();
  }

  /** Begins the transaction at the server, before anything is read. */
  void begin() {
    synchronized (this) {
      stepUnderWay = true;
    }
    send(List.of(), List.of());
  }

  private void sendWanted() {
    List<Wanted> asked;
    Set<Key> keys = new LinkedHashSet<>();
    synchronized (this) {
      if (stepUnderWay || wanted.isEmpty()) {
        return;
      }
      stepUnderWay = true;
      asked = wanted;
      wanted = new ArrayList<>();
      asked.forEach(one -> keys.addAll(one.keys()));
      keys.removeAll(fetched.keySet());
    }
    send(List.copyOf(keys), asked);
  }

  private void send(List<Key> keys, List<Wanted> asked) {
    var unused =
        conversation
            .step(LogicMessages.read(keys))
            .thenAccept(reply -> replied(keys, asked, reply));
  }

  private void replied(List<Key> keys, List<Wanted> asked, Reply reply) {
    List<Wanted> dropped = List.of();
    boolean last;
    synchronized (this) {
      stepUnderWay = false;
      if (reply instanceof Reply.Values values) {
        for (int i = 0; i < keys.size(); i++) {
          fetched.put(keys.get(i), values.values()[i]);
        }
      } else if (!(reply instanceof Reply.Refused)) {
        broken = reply;
        dropped = wanted;
        wanted = new ArrayList<>();
      }
      last = over;
    }
    for (Wanted one : asked) {
      if (reply instanceof Reply.Values) {
        one.there().complete(null);
      } else {
        fail(one, reply);
      }
    }
    dropped.forEach(one -> fail(one, reply));
    if (last) {
      idle.complete(reply instanceof Reply.Values || reply instanceof Reply.Refused ? null : reply);
    } else {
      sendWanted();
    }
  }

  private static void fail(Wanted one, Reply reply) {
    one.there().completeExceptionally(ended(reply, one.keys().iterator().next()));
  }

  /** What a read is told that gets no value. */
  private static YardmasterException ended(Reply reply, Key key) {
    if (reply instanceof Reply.Refused refused) {
      return refused.error();
    }
    if (reply instanceof Reply.Ended end && !(end.outcome() instanceof Outcome.Committed)) {
      return end.outcome().error();
    }
    if (reply instanceof Reply.NotSent notSent) {
      return notSent.why();
    }
    if (reply instanceof Reply.Lost lost) {
      return lost.why();
    }
    return new YardmasterException(
        ErrorCode.TRANSACTION_OVER, "the transaction has ended", "key", key);
  }

  @Override
  public synchronized void put(Key key, byte[] value) {
    buffer.put(key, value);
  }

  @Override
  public synchronized void putLong(Key key, long value) {
    buffer.putLong(key, value);
  }

  @Override
  public synchronized void delete(Key key) {
    buffer.delete(key);
  }

  @Override
  public synchronized RuntimeException abort(String reason) {
    return buffer.abort(reason);
  }

  /**
   * Ends the run: what was not asked for yet will not be.
   *
   * @return completes when no step is under way; with what broke the run off, or null
   */
  CompletableFuture<Reply> end() {
    List<Wanted> dropped;
    boolean first;
    boolean isIdle;
    Reply reason;
    synchronized (this) {
      first = !over;
      over = true;
      buffer.end();
      dropped = wanted;
      wanted = new ArrayList<>();
      isIdle = !stepUnderWay;
      reason = broken;
    }
    dropped.forEach(one -> fail(one, null));
    if (first && isIdle) {
      idle.complete(reason);
    }
    return idle;
  }

  /** Why the run must not commit; null if it may. */
  synchronized Throwable failure(Throwable thrown) {
    return buffer.failure(thrown);
  }

  /** What was written, null where it was deleted; once the run has ended. */
  synchronized Map<Key, byte[]> writes() {
    return buffer.writes();
  }
}
