package dev.yardmaster.validator;

import java.util.Queue;

/**
 * Validation requests that are decided together. Batch objects are reused. One stage at a time owns
 * a batch. After the last stage, the batch returns to its preparer.
 */
final class Batch {

  private final ValidationRequest[] requests;
  private final Queue<Batch> free;
  private int size;

  Batch(int capacity, Queue<Batch> free) {
    this.requests = new ValidationRequest[capacity];
    this.free = free;
  }

  int size() {
    return size;
  }

  ValidationRequest request(int index) {
    return requests[index];
  }

  void add(ValidationRequest request) {
    requests[size++] = request;
  }

  /**
   * Replaces the request at an index. A stage calls this method when it drops or reorders requests.
   */
  void set(int index, ValidationRequest request) {
    requests[index] = request;
  }

  void truncate(int newSize) {
    size = newSize;
  }

  /** Returns the empty batch to its preparer. */
  void release() {
    size = 0;
    if (!free.offer(this)) {
      throw new IllegalStateException("a batch was released twice");
    }
  }
}
