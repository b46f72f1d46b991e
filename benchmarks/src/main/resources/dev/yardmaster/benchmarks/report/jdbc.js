(() => {
  "use strict";
  const report = JSON.parse(document.getElementById("data").textContent);

  document.getElementById("charts").hidden = false;
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 13;
  Chart.defaults.color = "#3a4653";
  Chart.defaults.animation = false;
  Chart.defaults.maintainAspectRatio = false;

  const differs = (name) => new Set(report.results.map((result) => result[name])).size > 1;
  const where = (result) =>
    (differs("skew") ? `, skew ${result.skew}` : "") +
    (differs("connections") ? `, ${result.connections} conn.` : "");
  const bars = report.results.flatMap((result) =>
    result.sides.map((side) => ({
      label: side.side + where(result),
      side,
    })));

  function plot(canvas, title, value) {
    new Chart(document.getElementById(canvas), {
      data: {
        labels: bars.map((bar) => bar.label),
        datasets: [
          {
            type: "scatter", label: "each repeat", backgroundColor: "#1c2530", pointRadius: 3,
            data: bars.flatMap((bar) => bar.side.repeats.map((repeat) => ({ x: bar.label, y: value(repeat) }))),
          },
          { type: "bar", label: "median", backgroundColor: "#2f6db5", data: bars.map((bar) => value(bar.side)) },
        ],
      },
      options: {
        scales: {
          x: { type: "category" },
          y: { beginAtZero: true, title: { display: true, text: title } },
        },
        plugins: { legend: { position: "bottom" } },
      },
    });
  }

  plot("throughput", "committed per second", (figures) => figures.committedPerSecond);
  plot("aborts", "aborts per commit", (figures) => figures.abortsPerCommit);
  plot("latency", "ms", (figures) => figures.p99Us / 1000);
})();
