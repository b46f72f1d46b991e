(() => {
  "use strict";
  const sides = JSON.parse(document.getElementById("data").textContent);
  const labels = sides.map((side) => side.mode);
  const sideColors = ["#8a94a0", "#56b4e9", "#e69f00", "#009e73", "#cc4f7f", "#7a5cc0", "#b5651d", "#2f6db5"];
  const causeColors = {
    VICTIM: "#0072b2", PRE_VALIDATION: "#56b4e9", VALIDATION: "#e69f00", RANGE: "#cc79a7",
    TRUNCATED: "#d55e00", TIMEOUT: "#7a1f1f", USER: "#b8c2cc",
  };
  const color = (index) => sideColors[index % sideColors.length];

  document.getElementById("charts").hidden = false;
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 13;
  Chart.defaults.color = "#3a4653";
  Chart.defaults.animation = false;
  Chart.defaults.maintainAspectRatio = false;

  const axis = (text, more) => ({ beginAtZero: true, title: { display: true, text }, ...more });
  const number = (value) =>
    value.toLocaleString("en", { maximumSignificantDigits: value < 100 ? 4 : 6, useGrouping: true });
  const tooltip = (unit) => ({
    callbacks: { label: (item) => `${item.dataset.label}: ${number(item.parsed.y)} ${unit}` },
  });

  function barsWithRepeats(id, field, axisTitle, unit) {
    const dots = sides.flatMap((side) =>
      side.repeats.map((repeat) => ({ x: side.mode, y: repeat[field] })));
    new Chart(document.getElementById(id), {
      data: {
        labels,
        datasets: [
          {
            type: "line", label: "repeat", data: dots, showLine: false,
            pointRadius: 3.5, pointBackgroundColor: "#1c2530", pointBorderColor: "#fff",
          },
          {
            type: "bar", label: "median", data: sides.map((side) => side[field]),
            backgroundColor: labels.map((label, index) => color(index)), maxBarThickness: 72,
          },
        ],
      },
      options: {
        scales: { y: axis(axisTitle), x: { type: "category", labels, offset: true, grid: { display: false } } },
        plugins: { legend: { display: false }, tooltip: tooltip(unit) },
      },
    });
  }

  function aborts() {
    const causes = Object.keys(causeColors).filter((cause) =>
      sides.some((side) => side.abortsByCause[cause] > 0));
    new Chart(document.getElementById("aborts"), {
      type: "bar",
      data: {
        labels,
        datasets: causes.map((cause) => ({
          label: cause, data: sides.map((side) => side.abortsByCause[cause]),
          backgroundColor: causeColors[cause], maxBarThickness: 72,
        })),
      },
      options: {
        scales: {
          x: { stacked: true, grid: { display: false } },
          y: axis("aborted runs per commit", { stacked: true }),
        },
        plugins: { legend: { position: "bottom" }, tooltip: tooltip("per commit") },
      },
    });
  }

  function latency() {
    const percentiles = [["p50", "p50Us"], ["p95", "p95Us"], ["p99", "p99Us"], ["p99.9", "p999Us"], ["max", "maxUs"]];
    const lowest = Math.min(...sides.map((side) => side.p50Us).filter((us) => us > 0));
    new Chart(document.getElementById("latency"), {
      type: "bar",
      data: {
        labels: percentiles.map(([name]) => name),
        datasets: sides.map((side, index) => ({
          label: side.mode, data: percentiles.map(([, field]) => side[field]), backgroundColor: color(index),
        })),
      },
      options: {
        scales: {
          x: { grid: { display: false } },
          y: {
            type: "logarithmic", title: { display: true, text: "latency, µs" },
            min: Number.isFinite(lowest) ? 10 ** Math.floor(Math.log10(lowest)) : 1,
            ticks: { callback: (value) => (Number.isInteger(Math.log10(value)) ? value.toLocaleString("en") : "") },
          },
        },
        plugins: { legend: { position: "bottom" }, tooltip: tooltip("µs") },
      },
    });
  }

  barsWithRepeats("throughput", "committedPerSecond", "committed transactions per second", "per second");
  aborts();
  latency();
  barsWithRepeats("restarts", "restartsPerCommit", "restarts per commit", "per commit");
})();
