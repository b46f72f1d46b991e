// The dashboard reads /api/live once a second. It reads /api/history at its start and after a gap.
(() => {
  "use strict";

  const KEPT_MS = 600_000;
  const GAP_MS = 3_500;
  const PATIENCE_MS = 4_000;
  const TOKEN = "yardmaster.token";
  const ROWS = 10;

  const byId = (id) => document.getElementById(id);
  const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
  const short = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
  const count = (value) => (value < 10 ? short.format(value) : whole.format(value));
  const time = (us) =>
    us >= 1e6 ? `${short.format(us / 1e6)} s` : us >= 1e3 ? `${short.format(us / 1e3)} ms` : `${short.format(us)} µs`;
  const bytes = (value) =>
    value >= 1 << 20 ? `${short.format(value / (1 << 20))} MiB` : `${short.format(value / 1024)} KiB`;
  const isRound = (value) => [1, 2, 5].includes(Number((value / 10 ** Math.floor(Math.log10(value))).toFixed(6)));
  const inWords = (name) => name.toLowerCase().replaceAll("_", " ");

  let seconds = [];
  let shownMs = 300_000;
  let goneSince = null;
  let needsHistory = true;

    // This part draws the plots.

  const color = (index) => getComputedStyle(document.documentElement).getPropertyValue(`--c${(index % 8) + 1}`).trim();
  const clock = (ms) => new Date(ms).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

  /** Ticks at round times, far enough apart for their labels. */
  function timeTicks(min, max) {
    const step = shownMs <= 60_000 ? 15_000 : shownMs <= 300_000 ? 60_000 : 120_000;
    const ticks = [];
    for (let value = Math.ceil(min / step) * step; value <= max; value += step) {
      ticks.push({ value });
    }
    return ticks;
  }

  function plot(id, lines, { format = count, stacked = false, logarithmic = false } = {}) {
    const chart = new Chart(byId(id), {
      type: "line",
      data: { datasets: [] },
      options: {
        animation: false,
        maintainAspectRatio: false,
        parsing: false,
        normalized: true,
        spanGaps: false,
        interaction: { mode: "index", intersect: false },
        elements: { point: { radius: 0, hitRadius: 8 }, line: { borderWidth: 1.6 } },
        scales: {
          x: {
            type: "linear",
            grid: { display: false },
            afterBuildTicks: (axis) => { axis.ticks = timeTicks(axis.min, axis.max); },
            ticks: {
              autoSkip: false, maxRotation: 0,
              callback: (ms) => new Date(ms).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: shownMs > 60_000 ? undefined : "2-digit" }),
            },
          },
          y: {
            type: logarithmic ? "logarithmic" : "linear",
            stacked,
            beginAtZero: !logarithmic,
            suggestedMax: logarithmic ? undefined : 1,
            ticks: {
              maxTicksLimit: logarithmic ? undefined : 6,
              callback: (value) => (logarithmic && !isRound(value) ? "" : format(value)),
            },
          },
        },
        plugins: {
          legend: { position: "bottom", labels: { boxWidth: 10, boxHeight: 10, padding: 10 } },
          tooltip: {
            callbacks: {
              title: (items) => (items.length ? clock(items[0].parsed.x) : ""),
              label: (item) => `${item.dataset.label}: ${format(item.parsed.y)}`,
            },
          },
        },
      },
    });
    return { chart, lines, stacked };
  }

  const named = (labels, value) => () => labels.map(([label, field]) => ({ label, value: (second) => value(second, field) }));
  const anyIn = (field) => {
    const names = new Set(seconds.flatMap((second) => Object.keys(second[field])));
    return [...names];
  };

  const plots = [
    plot("plot-committed", named([["committed", "committed"]], (second, field) => second[field])),
    plot("plot-aborts", () => {
      const causes = anyIn("aborted").filter((cause) => seconds.some((second) => second.aborted[cause] > 0));
      return causes.map((cause) => ({ label: inWords(cause), value: (second) => second.aborted[cause] ?? 0 }));
    }, { stacked: true }),
    plot("plot-latency", named(
      [["p50", "p50Us"], ["p95", "p95Us"], ["p99", "p99Us"], ["p99.9", "p999Us"], ["max", "maxUs"]],
      (second, field) => (second.latency.requests > 0 ? second.latency[field] : null)), { format: time, logarithmic: true }),
    plot("plot-restarts", named(
      [["restarts", "restarts"], ["repaired in place", "repaired"], ["refused: overloaded", "overloaded"]],
      (second, field) => second[field])),
    plot("plot-load", named(
      [["in flight", "inFlight"], ["window", "window"], ["waiting for hot keys", "waitingForKeys"], ["open requests", "openRequests"]],
      (second, field) => second[field])),
    plot("plot-queues", () =>
      anyIn("queueDepths").map((stage) => ({ label: stage, value: (second) => second.queueDepths[stage] ?? null }))),
  ];

  /** The seconds as points, with a gap where the server did not answer. */
  function points(value) {
    const result = [];
    let before = null;
    for (const second of seconds) {
      if (before !== null && second.atMs - before > GAP_MS) {
        result.push({ x: before + 1, y: null });
      }
      result.push({ x: second.atMs, y: value(second) });
      before = second.atMs;
    }
    return result;
  }

  function drawPlots() {
    const last = seconds.length ? seconds[seconds.length - 1].atMs : Date.now();
    for (const { chart, lines, stacked } of plots) {
      const known = new Map(chart.data.datasets.map((dataset) => [dataset.label, dataset]));
      chart.data.datasets = lines().map(({ label, value }, index) => {
        const dataset = known.get(label) ?? { label };
        dataset.data = points(value);
        dataset.borderColor = color(index);
        dataset.backgroundColor = stacked ? `${color(index)}66` : color(index);
        dataset.fill = stacked ? (index === 0 ? "origin" : "-1") : false;
        return dataset;
      });
      chart.options.scales.x.min = last - shownMs;
      chart.options.scales.x.max = last;
      chart.update("none");
    }
  }

  function useScheme() {
    const style = getComputedStyle(document.documentElement);
    Chart.defaults.color = style.getPropertyValue("--quiet").trim();
    for (const { chart } of plots) {
      for (const scale of Object.values(chart.options.scales)) {
        scale.ticks.color = style.getPropertyValue("--quiet").trim();
        scale.grid = { ...scale.grid, color: style.getPropertyValue("--grid").trim() };
        scale.border = { color: style.getPropertyValue("--line").trim() };
      }
      chart.options.plugins.legend.labels.color = style.getPropertyValue("--text").trim();
    }
    drawPlots();
  }

    // This part fills the tiles and the tables.

  const total = (values) => Object.values(values).reduce((sum, value) => sum + value, 0);

  function ago(s) {
    const days = Math.floor(s / 86_400), hours = Math.floor(s / 3_600) % 24, minutes = Math.floor(s / 60) % 60;
    return days ? `${days} d ${hours} h` : hours ? `${hours} h ${minutes} min` : minutes ? `${minutes} min` : `${s} s`;
  }

  function drawNow({ uptimeS, second, minute }) {
    const aborted = total(second.aborted);
    byId("uptime").textContent = ` · up ${ago(uptimeS)}`;
    byId("now-committed").textContent = count(second.committed);
    byId("now-aborted").textContent = count(aborted);
    byId("now-abort-share").textContent =
      aborted + second.committed > 0 ? `${short.format((100 * aborted) / (aborted + second.committed))}% of all runs` : "";
    byId("now-p99").textContent = minute.requests ? time(minute.p99Us) : "-";
    byId("now-p50").textContent = minute.requests ? `p50 ${time(minute.p50Us)}, last minute` : "no requests in the last minute";
    byId("now-in-flight").textContent = whole.format(second.inFlight);
    byId("now-window").textContent = `window ${whole.format(second.window)}` +
      (second.finalValidation > 0 ? `, final validation busy ${short.format(100 * second.finalValidation)}%` : "");
    byId("now-connections").textContent = whole.format(second.connections);
    byId("now-requests").textContent =
      `${whole.format(second.openRequests)} open requests, ${bytes(second.bytesBuffered)} buffered`;
    byId("log-tile").hidden = second.log === null;
    if (second.log !== null) {
      byId("now-log").textContent = `${bytes(second.log.bytes)}/s`;
      byId("now-forces").textContent = `${count(second.log.forces)} forces/s, ${whole.format(second.log.checkpoints)} checkpoints`;
    }
  }

  function drawCluster({ cluster }) {
    byId("cluster").hidden = !cluster;
    if (!cluster) {
      return;
    }
    const { node, term, leads, leader, leaderAddress, applied, leaderChanges, members } = cluster;
    byId("cluster").dataset.role = leads ? "leads" : leader ? "follows" : "alone";
    byId("cluster-role").textContent = leads ? `This server, ${node}, leads in term ${term}.` :
      leader ? `${leader} leads in term ${term}, not this server.` : `No leader is known in term ${term}.`;
    byId("cluster-leader").textContent = leads ? "" : `${node} accepts no transactions` +
      (leader ? `; clients reach ${leader} at ${leaderAddress ?? "an unknown address"}.` : ".");
    byId("cluster-log").textContent = `Members ${members.map(({ name, clientAddress }) =>
      (clientAddress ? `${name} (clients at ${clientAddress})` : name)).join(", ")}` +
      ` · applied entry ${whole.format(applied)} · ${whole.format(leaderChanges)} ` +
      `${leaderChanges === 1 ? "change" : "changes"} of the leader`;
  }

  function drawTable(id, rows) {
    const table = byId(id);
    const most = Math.max(1, ...rows.map((row) => row.count));
    table.hidden = rows.length === 0;
    table.parentElement.querySelector(".none").hidden = rows.length > 0;
    table.tBodies[0].replaceChildren(...rows.slice(0, ROWS).map(({ cells, count: conflicts }) => {
      const row = document.createElement("tr");
      for (const text of cells) {
        row.insertCell().textContent = text;
      }
      const cell = row.insertCell();
      cell.className = "number";
      const bar = document.createElement("i");
      bar.style.width = `${(100 * conflicts) / most}%`;
      const number = document.createElement("span");
      number.textContent = whole.format(conflicts);
      cell.append(bar, number);
      return row;
    }));
  }

  function drawConflicts({ hotKeys, pairs }) {
    drawTable("hot-keys", hotKeys.map(({ key, kinds, count: conflicts }) => ({
      cells: [key, Object.entries(kinds).sort(([, a], [, b]) => b - a)
        .map(([kind, number]) => `${inWords(kind)} ${whole.format(number)}`).join(", ")],
      count: conflicts,
    })));
    drawTable("pairs", pairs.map(({ procedure, other, count: conflicts }) => ({
      cells: [procedure, other === "?" ? "unknown" : other], count: conflicts,
    })));
  }

  function drawPartitions({ partitions }) {
    byId("partition-panels").hidden = !partitions;
    if (!partitions) {
      return;
    }
    byId("now-switches").textContent = `${whole.format(partitions.switches)} switches since the start`;
    drawTable("partitions", partitions.protocols.map(
      ({ protocol, partitions: which, committed, aborted, count: number }) => ({
        cells: [protocol, which, whole.format(committed), whole.format(aborted)], count: number,
      })));
    drawTable("switches", partitions.lastSwitches.map(({ atMs, from, to, partitions: which, count: number }) => ({
      cells: [clock(atMs), `${from} to ${to}`, which], count: number,
    })));
  }

    // This part requests figures from the server.

  class NotAllowed extends Error {}

  async function ask(path) {
    const token = sessionStorage.getItem(TOKEN);
    const answer = await fetch(path, {
      headers: token ? { Authorization: `Bearer ${token}` } : {},
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.status === 401) {
      throw new NotAllowed(await answer.text());
    }
    if (!answer.ok) {
      throw new Error(`${path} answered ${answer.status}`);
    }
    return answer.json();
  }

  function add(more) {
    const known = new Map([...seconds, ...more].map((second) => [second.atMs, second]));
    const all = [...known.values()].sort((a, b) => a.atMs - b.atMs);
    const last = all.length ? all[all.length - 1].atMs : 0;
    seconds = all.filter((second) => second.atMs > last - KEPT_MS);
  }

  const isAhead = ({ atMs }) => seconds.length > 0 && atMs - seconds[seconds.length - 1].atMs > GAP_MS;

  function say(state, text) {
    const status = byId("status");
    if (status.dataset.state !== state || status.textContent !== text) {
      status.dataset.state = state;
      status.textContent = text;
    }
    byId("figures").classList.toggle("stale", state === "gone");
  }

  function askForToken(refused) {
    byId("figures").hidden = true;
    byId("login").hidden = false;
    if (refused) {
      byId("login-why").textContent = "The server did not accept that token. Does it have the role admin?";
    }
    say("waiting", "waiting for a token");
  }

  async function step() {
    try {
      if (needsHistory) {
        add(await ask("/api/history"));
        needsHistory = false;
      }
      const snapshot = await ask("/api/live");
      if (isAhead(snapshot.second)) {
        // A browser suspends the timers of a hidden page.
        add(await ask("/api/history"));
      }
      add([snapshot.second]);
      goneSince = null;
      byId("login").hidden = true;
      byId("figures").hidden = false;
      drawNow(snapshot);
      drawConflicts(snapshot);
      drawPartitions(snapshot);
      drawCluster(snapshot);
      drawPlots();
      say("live", "live");
    } catch (problem) {
      needsHistory = true;
      if (problem instanceof NotAllowed) {
        const refused = sessionStorage.getItem(TOKEN) !== null;
        sessionStorage.removeItem(TOKEN);
        askForToken(refused);
        return;
      }
      goneSince ??= Date.now();
      say("gone", `no answer since ${clock(goneSince)}; retrying every second`);
    }
    setTimeout(step, 1_000);
  }

  byId("login").addEventListener("submit", (event) => {
    event.preventDefault();
    sessionStorage.setItem(TOKEN, byId("token").value.trim());
    byId("token").value = "";
    step();
  });
  for (const button of document.querySelectorAll("[data-minutes]")) {
    button.addEventListener("click", () => {
      document.querySelectorAll("[data-minutes]").forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
      shownMs = Number(button.dataset.minutes) * 60_000;
      drawPlots();
    });
  }
  byId("host").textContent = location.host;
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", useScheme);
  useScheme();
  step();
})();
