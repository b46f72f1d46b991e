package dev.yardmaster.proof.torture.cluster;

import dev.yardmaster.proof.torture.ChildProcess;
import dev.yardmaster.proof.torture.ErrorFiles;
import dev.yardmaster.proof.torture.Line;
import dev.yardmaster.proof.torture.TortureFailure;
import java.io.IOException;
import java.util.List;

/**
 * One server of the cluster, in a separate process. The main thread calls the methods. The thread
 * that reads the process's output also writes the fields that this object's monitor guards.
 */
final class ClusterProcess implements AutoCloseable {

  private final String name;
  private final List<String> options;
  private final ErrorFiles errors;
  private ChildProcess process;
  private boolean stopped;

  private boolean ready;
  private long leadingTerm;
  private String ended;
  private String broken;

  /**
   * Creates a server that is not started.
   *
   * @param options the options of the server, each of the form {@code name=value}
   * @param errors the files for the error output of the server's processes
   */
  ClusterProcess(String name, List<String> options, ErrorFiles errors) {
    this.name = name;
    this.options = List.copyOf(options);
    this.errors = errors;
  }

  String name() {
    return name;
  }

  void start() throws IOException {
    synchronized (this) {
      ready = false;
      leadingTerm = 0;
    }
    process = new ChildProcess(TorturedMember.class, options, errors.next(), this::hear);
  }

  private synchronized void hear(String line) {
    String[] words = Line.words(line);
    switch (words[0]) {
      case Line.READY -> ready = true;
      case TorturedMember.LEADS -> leadingTerm = Long.parseLong(words[1]);
      case TorturedMember.FOLLOWS -> leadingTerm = 0;
      case TorturedMember.DONE -> ended = TorturedMember.DONE;
      case TorturedMember.FAILED -> {
        if (words[1].equals("server")) {
          broken = "server " + name + " has failed: " + line;
        }
        ended = line;
      }
      default -> broken = "server " + name + " sent an unknown line: " + line;
    }
  }

  synchronized boolean isReady() {
    return ready;
  }

  /** Returns the term that the server has announced as leader; 0 if the server does not lead. */
  synchronized long leadingTerm() {
    return stopped ? 0 : leadingTerm;
  }

  /** Begins an operation. {@link #ended} returns the result when the operation has ended. */
  void begin(String line) {
    synchronized (this) {
      ended = null;
    }
    process.say(line);
  }

  /**
   * Returns {@code done} or the failure of the last operation; null while the operation is running.
   */
  synchronized String ended() {
    return ended;
  }

  /**
   * Checks the server and its process.
   *
   * @throws TortureFailure if the server has failed, or the process has ended by itself
   */
  synchronized void check() throws IOException {
    if (broken != null) {
      throw new TortureFailure(broken + errors.said());
    }
    if (process != null && !process.isAlive()) {
      throw new TortureFailure("server " + name + " has ended by itself" + errors.said());
    }
  }

  /** Ends the process with SIGKILL. */
  void kill() throws InterruptedException {
    process.kill();
    process = null;
    synchronized (this) {
      leadingTerm = 0;
    }
  }

  /** Stops the process with SIGSTOP. The process keeps its connections. */
  void stop() throws IOException, InterruptedException {
    process.signal("STOP");
    stopped = true;
  }

  /** Resumes a stopped process. */
  void goOn() throws IOException, InterruptedException {
    process.signal("CONT");
    stopped = false;
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }
}
